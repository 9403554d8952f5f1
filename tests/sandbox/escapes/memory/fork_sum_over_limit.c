/* Four children, each below the limit; together they are over it.
 *
 * promise: memory-limit
 * expect: MLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 4; i++) {
        if (child() == 0) {
            char *block = map_memory(30 * MIB, MAP_PRIVATE);
            if (!block) _exit(1);
            touch(block, 30 * MIB);
            nap(0.3);
            _exit(0);
        }
    }
    int status, failed = 0;
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("120 MiB in four children");
}
