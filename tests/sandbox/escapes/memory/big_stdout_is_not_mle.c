/* Writes an output larger than its memory limit.
 *
 * promise: own-memory output-limit
 * expect: AC
 * holds: all
 * memory: 16
 * output: 48
 * time: 1
 */
#include "escape.h"

int main(void) {
    static char block[MIB];
    memset(block, '\n', sizeof block);
    for (int i = 0; i < 40; i++)
        if (fwrite(block, sizeof block, 1, stdout) != 1) return 1;
    held();
}
