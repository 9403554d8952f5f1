/* Computes in a grandchild whose parent has ended: nobody in the program ever waits for it. When it is
 * done, its end of a pipe is closed.
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
    if (child() == 0) {
        if (child() == 0) burn(0.9);
        _exit(0);
    }
    wait(NULL);
    close(ends[1]);
    if (read(ends[0], &byte, 1) == 0) held();
    return 1;
}
