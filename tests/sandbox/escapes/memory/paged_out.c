/* Asks the kernel to move its memory to the swap, where no resident set shows it.
 *
 * promise: hidden-memory refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#ifndef MADV_PAGEOUT
#define MADV_PAGEOUT 21
#endif

int main(void) {
    char *block = map_memory(4 * MIB, MAP_PRIVATE);
    if (!block) return 1;
    touch(block, 4 * MIB);
    attempt(madvise(block, 4 * MIB, MADV_PAGEOUT), "memory moves to the swap");
    held();
}
