/* Takes descriptors out of the process that started it: its socket to the judge is among them.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    int pidfd = (int)syscall(SYS_pidfd_open, getppid(), 0);
    for (int fd = 0; pidfd >= 0 && fd < 32; fd++)
        attempt(syscall(SYS_pidfd_getfd, pidfd, fd, 0), "took a descriptor of its parent");
    held();
}
