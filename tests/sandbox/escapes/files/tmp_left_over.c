/* Leaves files in every world-writable folder.
 *
 * promise: own-box no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * args: {token}
 */
#include "escape.h"

int main(int argc, char **argv) {
    const char *const folders[] = {"/tmp", "/var/tmp", "/run", "/run/lock", "/dev/mqueue", ".."};
    char path[256];
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s", folders[i], argc > 1 ? argv[1] : "left");
        int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (fd >= 0) close(fd);
    }
    held();
}
