/* The judge closes its output and goes on.
 *
 * promise: honest-verdict
 * runs: judge
 * expect: submission=exited:0 judge=exited:43 first=submission
 * holds: all
 */
#include "escape.h"

int main(void) {
    close(1);
    nap(0.8);
    return 43;
}
