/* Stops itself: a stopped process neither ends nor uses CPU time.
 *
 * promise: wall-limit
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    pid_t self = getpid();
    if (child() == 0) {
        nap(3);
        kill(self, SIGKILL);
        _exit(0);
    }
    raise(SIGSTOP);
    escaped("went on after SIGSTOP");
}
