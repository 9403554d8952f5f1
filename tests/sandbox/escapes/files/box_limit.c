/* Fills its box with 350 MiB at most; the box must be full before that.
 *
 * promise: box-limits
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * memory: 600
 * time: 3
 */
#include "escape.h"

int main(void) {
    static char block[MIB];
    char name[16];
    for (int i = 0; i < 350; i++) {
        snprintf(name, sizeof name, "f%d", i);
        int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        if (fd < 0 || write(fd, block, sizeof block) != MIB) held();
        close(fd);
    }
    escaped("350 MiB in the box");
}
