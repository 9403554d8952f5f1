/* Leaves a message in the times of a device, which every run sees.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/random", "/dev/urandom"};
    for (int i = 0; i < 4; i++) {
        attempt(utimensat(AT_FDCWD, devices[i], NULL, 0), devices[i]);
        int fd = open(devices[i], O_WRONLY | O_CLOEXEC);
        if (fd >= 0) attempt(futimens(fd, NULL), devices[i]);
    }
    held();
}
