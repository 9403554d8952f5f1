/* A shared mapping of /dev/zero is anonymous shared memory, although it names a file, and
 * reading is enough to get its pages.
 *
 * promise: memory-limit hidden-memory
 * expect: MLE RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
    if (fd < 0) return 1;
    for (int i = 0; i < 4; i++) {
        char *block = mmap(NULL, 36 * MIB, PROT_READ, MAP_SHARED, fd, 0);
        if (block == MAP_FAILED) return 1;
        volatile char sum = 0;
        for (size_t at = 0; at < 36 * MIB; at += 4096) sum += block[at];
        madvise(block, 36 * MIB, MADV_DONTNEED);
        munmap(block + 4096, 36 * MIB - 4096); /* one page keeps the whole */
    }
    escaped("144 MiB of shared memory through /dev/zero");
}
