/* Checks that no signal is ignored or blocked at the start.
 *
 * promise: clean-start
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    sigset_t blocked;
    sigprocmask(SIG_BLOCK, NULL, &blocked);
    for (int number = 1; number < NSIG; number++) {
        struct sigaction action;
        if (sigismember(&blocked, number) == 1) escaped("signal %d is blocked", number);
        if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_DFL)
            escaped("signal %d is not as it was", number);
    }
    held();
}
