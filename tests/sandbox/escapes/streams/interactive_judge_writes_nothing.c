/* The judge writes nothing and waits.
 *
 * promise: wall-limit honest-verdict
 * runs: judge
 * expect: submission=exited:0 judge=wall_limit first=judge
 * holds: all
 */
#include "escape.h"

int main(void) {
    char line[64];
    while (fgets(line, sizeof line, stdin)) {}
    return 43;
}
