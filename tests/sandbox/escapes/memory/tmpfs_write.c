/* Puts the data into files in its box, which is in memory too.
 *
 * promise: memory-limit hidden-memory
 * expect: MLE
 * holds: cgroup2 cgroup1 namespaces
 */
#include "escape.h"

int main(void) {
    static char block[MIB];
    char name[16];
    for (int i = 0; i < 150; i++) {
        snprintf(name, sizeof name, "f%d", i);
        int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        if (fd < 0 || write(fd, block, sizeof block) != MIB) return 1;
        close(fd);
    }
    escaped("150 MiB in files of the box");
}
