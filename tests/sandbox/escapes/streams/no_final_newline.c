/* Leaves out the final newline.
 *
 * promise: honest-verdict
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    fputs("held", stdout);
    return 0;
}
