/* Writes NUL bytes, which end a string in some languages: the bytes after them count as well.
 *
 * promise: honest-verdict
 * expect: WA
 * holds: all
 */
#include "escape.h"

int main(void) {
    fwrite("held\0 and more\n", 15, 1, stdout);
    return 0;
}
