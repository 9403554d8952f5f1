/* The submission writes more than any pipe holds to a judge that does not read, and computes: its
 * limit holds although its output is stuck.
 *
 * promise: cpu-time honest-verdict
 * runs: submission
 * partner: sleeping_judge
 * expect: submission=cpu_limit|wall_limit judge=exited:43 first=submission
 * holds: all
 */
#include "escape.h"

int main(void) {
    static char block[4096];
    fcntl(1, F_SETFL, O_NONBLOCK);
    for (int i = 0; i < 100; i++) {
        ssize_t ignored = write(1, block, sizeof block);
        (void)ignored;
        burn(0.02);
    }
    return 0;
}
