/* Leaves a message in the times of a device, which every run sees.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

/* A call may succeed without effect. */
int main(void) {
    const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"};
    for (int i = 0; i < 4; i++) {
        struct stat before, after;
        if (stat(devices[i], &before)) continue;
        utimensat(AT_FDCWD, devices[i], NULL, 0);
        int fd = open(devices[i], O_WRONLY | O_CLOEXEC);
        if (fd >= 0) futimens(fd, NULL);
        if (stat(devices[i], &after)) continue;
        if (before.st_mtim.tv_sec != after.st_mtim.tv_sec) escaped("left a time at %s", devices[i]);
    }
    held();
}
