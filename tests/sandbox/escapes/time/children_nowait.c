/* Computes in children and never waits for them, so that its own usage excludes their time. When they
 * are done, their ends of a pipe are closed.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    int ends[2];
    char byte;
    if (pipe(ends)) return 1;
    for (int i = 0; i < 3; i++) {
        if (child() == 0) {
            burn(0.3);
            _exit(0);
        }
    }
    close(ends[1]);
    if (read(ends[0], &byte, 1) == 0) held();
    return 1;
}
