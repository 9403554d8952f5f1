/* Holds too much memory for no longer than it takes to fill it: shorter than any sampling.
 *
 * promise: memory-limit
 * expect: MLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    char *block = map_memory(110 * MIB, MAP_PRIVATE | MAP_POPULATE);
    if (!block) return 1;
    munmap(block, 110 * MIB);
    held();
}
