/* Fills sockets in threads that share their memory but not their descriptors: the table of the process
 * does not show them.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"

static char block[32 * 1024], stacks[3][64 * 1024];
static volatile int failed;

static int hold(void *unused) {
    (void)unused;
    for (int i = 0; i < 200; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) {
            failed = 1;
            break;
        }
        for (int side = 0; side < 2; side++)
            while (send(pair[side], block, sizeof block, MSG_DONTWAIT) > 0) {}
    }
    nap(0.15);
    syscall(SYS_exit, 0);
    return 0;
}

int main(void) {
    const int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    for (int i = 0; i < 3; i++)
        if (clone(hold, stacks[i] + sizeof stacks[i], flags, NULL) < 0) return 1;
    nap(0.25);
    if (failed) return 1;
    escaped("600 pairs of sockets in the tables of threads");
}
