/* Splits untouched memory into tens of thousands of mappings, in several processes: no page is
 * resident, but the kernel describes each mapping.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 64
 * time: 2
 */
#include "escape.h"

int main(void) {
    int failed = 0, status;
    for (int i = 0; i < 40; i++)
        if (child() == 0) {
            const size_t size = 56 * MIB;
            char *block = map_memory(size, MAP_PRIVATE | MAP_NORESERVE);
            if (!block) _exit(1);
            for (size_t at = 0; at < size; at += 8192)
                if (mprotect(block + at, 4096, PROT_NONE)) _exit(1);
            nap(3); /* until the last of them has its mappings, and the judge has read them */
            _exit(0);
        }
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("570,000 mappings");
}
