/* Writes endlessly, 100 MiB at most.
 *
 * promise: output-limit
 * expect: OLE
 * holds: all
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    static char block[65536];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 1600; i++)
        if (write(1, block, sizeof block) < 0) return 1;
    return 0;
}
