/* Writes bytes that end a string in other languages: what follows them counts as well.
 *
 * expect: WA
 * holds: all
 */
#include "escape.h"

int main(void) {
    fwrite("held\0 and more\n", 15, 1, stdout);
    return 0;
}
