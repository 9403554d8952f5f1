/* Hides the memory in unmapped anonymous files, which are in no process's resident set.
 *
 * promise: memory-limit hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    static char block[MIB];
    for (int i = 0; i < 150; i++) {
        int fd = memfd_create("hidden", MFD_CLOEXEC);
        if (fd < 0 || write(fd, block, sizeof block) != MIB) return 1;
    }
    escaped("150 MiB in anonymous files");
}
