/* Does no harm: it writes 48 MiB, and starts one child after another, which ends at once. Each page is
 * its own, or shared with one child.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * time: 3
 * peak: 56
 */
#include "escape.h"

int main(void) {
    char *block = map_memory(48 * MIB, MAP_PRIVATE);
    if (!block) return 1;
    touch(block, 48 * MIB);
    for (int i = 0; i < 150; i++) {
        if (child() == 0) _exit(0);
        wait(NULL);
    }
    held();
}
