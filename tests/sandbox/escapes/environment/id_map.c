/* Rewrites the id map of its namespace to get more user ids.
 *
 * promise: own-namespaces no-privileges
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    const char *const files[] = {"/proc/self/uid_map", "/proc/self/gid_map", "/proc/1/uid_map"};
    for (int i = 0; i < 3; i++) {
        int fd = open(files[i], O_WRONLY | O_CLOEXEC);
        if (fd >= 0) attempt(write(fd, "0 0 1\n", 6), "has another user id");
    }
    int fd = open("/proc/self/setgroups", O_WRONLY | O_CLOEXEC);
    if (fd >= 0 && getppid() == 1) attempt(write(fd, "allow", 5), "may change its groups");
    held();
}
