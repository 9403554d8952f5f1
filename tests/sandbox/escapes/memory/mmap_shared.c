/* Takes the memory as a shared mapping, which is not part of the data segment.
 *
 * promise: memory-limit
 * expect: MLE
 * groupless: RTE
 * holds: all
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 20; i++) {
        char *block = map_memory(10 * MIB, MAP_SHARED);
        if (!block) return 1;
        touch(block, 10 * MIB);
    }
    escaped("200 MiB of shared memory");
}
