/* The submission goes on writing after the judge has ended: it gets SIGPIPE instead of hanging on a
 * full pipe.
 *
 * promise: honest-verdict
 * runs: submission
 * expect: submission=signaled:13 judge=exited:43 first=judge
 * holds: all
 */
#include "escape.h"

int main(void) {
    static char block[4096];
    memset(block, '\n', sizeof block);
    if (write(1, "77\n", 3) != 3) return 1;
    nap(0.3);
    for (int i = 0; i < 100; i++)
        if (write(1, block, sizeof block) < 0) return 1;
    return 0;
}
