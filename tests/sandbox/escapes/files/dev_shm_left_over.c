/* Leaves a file in /dev/shm, which occupies memory until someone removes it.
 *
 * promise: own-box no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * args: {token}
 */
#include "escape.h"

int main(int argc, char **argv) {
    char path[256];
    snprintf(path, sizeof path, "/dev/shm/%s", argc > 1 ? argv[1] : "left");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd >= 0 && write(fd, "left over", 9) != 9) return 1;
    held();
}
