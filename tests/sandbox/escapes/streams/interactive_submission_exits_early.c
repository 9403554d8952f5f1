/* The submission ends without output: the judge must not wait for an answer.
 *
 * promise: honest-verdict
 * runs: submission
 * expect: submission=exited:0 judge=exited:43 first=submission
 * holds: all
 */
#include "escape.h"

int main(void) { return 0; }
