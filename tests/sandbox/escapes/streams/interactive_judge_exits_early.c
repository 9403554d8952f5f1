/* The judge ends at once: the submission sees the end of its input.
 *
 * promise: honest-verdict
 * runs: judge
 * expect: submission=exited:0 judge=exited:43 first=judge
 * holds: all
 */
#include "escape.h"

int main(void) { return 43; }
