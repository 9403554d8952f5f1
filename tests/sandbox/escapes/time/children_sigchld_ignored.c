/* Ignores SIGCHLD: the kernel reaps the computing child, and its time counts in no one's usage.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    if (child() == 0) {
        burn(0.9);
        _exit(0);
    }
    wait(NULL);
    held();
}
