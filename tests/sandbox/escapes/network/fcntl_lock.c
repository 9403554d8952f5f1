/* Passes a message to other boxes by fcntl locks, leases and change notices on a shared file.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(int argc, char **argv) {
    const char *const shared[] = {"/usr/bin/env", "/dev/null", argc > 0 ? argv[0] : "/dev/zero"};
    for (int i = 0; i < 3; i++) {
        int fd = open(shared[i], O_RDONLY | O_CLOEXEC);
        if (fd < 0) continue;
        struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
        attempt(fcntl(fd, F_SETLK, &lock), "locked a file that others see");
        lock.l_pid = 0;
        attempt(fcntl(fd, F_OFD_SETLK, &lock), "locked a file that others see");
        lock.l_type = F_WRLCK;
        attempt(fcntl(fd, F_GETLK, &lock), "sees the locks of others");
        attempt(fcntl(fd, F_SETLEASE, F_RDLCK), "has a lease on a file that others see");
    }
    int folder = open("/usr/bin", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) attempt(fcntl(folder, F_NOTIFY, DN_ACCESS), "is told who opens files");
    held();
}
