/* Reads an input larger than its memory limit: the judge's copy does not count as the program's.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * memory: 24
 * time: 1
 * stdin: 40 MiB
 */
#include "escape.h"

int main(void) {
    static char block[65536];
    size_t total = 0;
    ssize_t got;
    while ((got = read(0, block, sizeof block)) > 0) total += (size_t)got;
    if (total != 40 * MIB) escaped("read %zu bytes", total);
    held();
}
