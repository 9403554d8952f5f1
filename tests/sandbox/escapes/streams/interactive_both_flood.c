/* Both sides write endlessly and neither reads: all pipes are full, and the limits must still hold.
 *
 * promise: cpu-time output-limit honest-verdict
 * runs: both
 * expect: submission=wall_limit|cpu_limit|output_limit|signaled:13 judge=wall_limit|cpu_limit|output_limit|signaled:13
 * holds: all
 * within: 5
 */
#include "escape.h"

int main(void) {
    static char block[4096];
    alarm(3);
    while (write(1, block, sizeof block) > 0) {}
    return 0;
}
