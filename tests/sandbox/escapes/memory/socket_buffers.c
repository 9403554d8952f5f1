/* Leaves the data in the buffers of pairs of sockets, which several processes hold.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"

static char block[32 * 1024];

static void fill(int socket) {
    int size = 8 * MIB;
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    while (send(socket, block, sizeof block, MSG_DONTWAIT) > 0) {}
}

static void hold(int count) {
    for (int i = 0; i < count; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) _exit(1);
        fill(pair[0]);
        fill(pair[1]);
    }
}

int main(void) {
    int failed = 0, status;
    for (int i = 0; i < 3; i++)
        if (child() == 0) {
            hold(100);
            nap(0.15);
            _exit(0);
        }
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("300 pairs of sockets full of data");
}
