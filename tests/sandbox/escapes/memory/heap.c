/* Takes far more memory than it may have, a little at a time.
 *
 * promise: memory-limit
 * expect: MLE
 * holds: all
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 300; i++) {
        char *block = malloc(MIB);
        if (!block) return 1;
        touch(block, MIB);
    }
    escaped("300 MiB of heap");
}
