/* Makes the kernel send the signal: data on its own descriptor should end its parent.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    pid_t parent = getppid();
    for (int number = 0; number <= SIGTERM; number += SIGTERM) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 1;
        fcntl(ends[0], F_SETOWN, parent);
        fcntl(ends[0], F_SETSIG, number ? SIGKILL : 0);
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK);
        if (write(ends[1], "x", 1) != 1) return 1;
    }
    nap(0.05);
    if (getppid() != parent) escaped("ended its parent");
    held();
}
