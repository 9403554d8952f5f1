/* Ignores SIGPIPE and goes on writing.
 *
 * promise: output-limit
 * expect: OLE TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    static char block[4096];
    signal(SIGPIPE, SIG_IGN);
    double late = seconds(CLOCK_MONOTONIC) + 3;
    while (seconds(CLOCK_MONOTONIC) < late)
        if (write(1, block, sizeof block) < 0) nap(0.001);
    return 0;
}
