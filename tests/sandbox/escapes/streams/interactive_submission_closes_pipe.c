/* The submission closes its output and goes on: the judge must then see end of file.
 *
 * promise: honest-verdict
 * runs: submission
 * expect: submission=exited:0 judge=exited:43 first=judge
 * holds: all
 */
#include "escape.h"

int main(void) {
    close(1);
    nap(0.8);
    return 0;
}
