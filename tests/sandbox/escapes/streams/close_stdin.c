/* Closes its input without reading any of it.
 *
 * promise: honest-verdict
 * expect: AC
 * holds: all
 * stdin: 4 MiB
 */
#include "escape.h"

int main(void) {
    close(0);
    nap(0.02);
    held();
}
