/* Writes 30 MiB to stderr, far more than the judge keeps.
 *
 * promise: output-limit
 * expect: AC
 * holds: all
 * time: 1
 */
#include "escape.h"

int main(void) {
    static char block[65536];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 480; i++)
        if (write(2, block, sizeof block) < 0) return 1;
    held();
}
