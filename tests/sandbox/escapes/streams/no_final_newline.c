/* Leaves out the end of the line.
 *
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    fputs("held", stdout);
    return 0;
}
