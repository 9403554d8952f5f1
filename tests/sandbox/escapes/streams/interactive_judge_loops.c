/* The judge computes and writes nothing: that is its own fault, not the submission's.
 *
 * promise: cpu-time honest-verdict
 * runs: judge
 * expect: submission=exited:0 judge=cpu_limit|wall_limit first=judge
 * holds: all
 */
#include "escape.h"

int main(void) {
    burn(2);
    return 43;
}
