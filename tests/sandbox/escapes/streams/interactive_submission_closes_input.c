/* The submission closes its input and goes on: the judge, which writes to it, must notice.
 *
 * promise: honest-verdict
 * runs: submission
 * partner: interactive_judge_sigpipe
 * expect: submission=exited:0 judge=signaled:13 first=judge
 * holds: all
 */
#include "escape.h"

int main(void) {
    close(0);
    nap(0.8);
    return 0;
}
