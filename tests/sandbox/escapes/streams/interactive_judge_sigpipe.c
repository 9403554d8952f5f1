/* The judge goes on writing after the submission has ended.
 *
 * promise: honest-verdict
 * runs: judge
 * expect: submission=exited:0 judge=signaled:13 first=submission
 * holds: all
 */
#include "escape.h"

int main(void) {
    static char block[4096];
    memset(block, '\n', sizeof block);
    memcpy(block, "end\n", 4);
    for (int i = 0; i < 6; i++) {
        if (write(1, block, sizeof block) < 0) return 1;
        nap(0.1);
    }
    return 43;
}
