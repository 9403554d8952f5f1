/* Makes empty files, 20000 at most.
 *
 * promise: box-limits
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * memory: 256
 * time: 3
 */
#include "escape.h"

int main(void) {
    char name[16];
    for (int i = 0; i < 20000; i++) {
        snprintf(name, sizeof name, "f%d", i);
        int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        if (fd < 0) held();
        close(fd);
    }
    escaped("20000 files in the box");
}
