/* Joins the namespaces of other processes.
 *
 * promise: no-other-processes own-namespaces
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 * never: rlimits@root: it would succeed
 */
#include "escape.h"

int main(void) {
    const char *const kinds[] = {"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"};
    char path[64];
    pid_t pids[] = {getppid(), 1, getpid()};
    for (int i = 0; i < 3; i++) {
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++) {
            snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)pids[i], kinds[k]);
            int fd = open(path, O_RDONLY | O_CLOEXEC);
            if (fd >= 0) attempt(setns(fd, 0), path);
            close(fd);
        }
        int pidfd = (int)syscall(SYS_pidfd_open, pids[i], 0);
        if (pidfd >= 0) attempt(setns(pidfd, CLONE_NEWNS), "joined a namespace by a pidfd");
    }
    held();
}
