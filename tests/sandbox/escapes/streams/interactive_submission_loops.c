/* The submission computes and does not answer: the submission is too slow, not the judge.
 *
 * promise: cpu-time honest-verdict
 * runs: submission
 * expect: submission=cpu_limit|wall_limit judge=exited:43 first=submission
 * holds: all
 */
#include "escape.h"

int main(void) {
    burn(2);
    return 0;
}
