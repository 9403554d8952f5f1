/* Does no harm: it starts one child, which it may, however many processes its user runs already.
 *
 * promise: process-limit
 * expect: AC
 * holds: all
 * victim: crowd
 */
#include "escape.h"

int main(void) {
    int status = 1;
    if (child() == 0) _exit(0);
    if (wait(&status) < 0 || status) escaped("its child did not run");
    held();
}
