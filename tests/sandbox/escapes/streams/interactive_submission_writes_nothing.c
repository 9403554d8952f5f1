/* The submission reads and does not answer.
 *
 * promise: wall-limit honest-verdict
 * runs: submission
 * expect: submission=wall_limit judge=exited:43 first=submission
 * holds: all
 */
#include "escape.h"

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {}
    return 0;
}
