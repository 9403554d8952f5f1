/* Ignores and blocks every signal, then computes: only SIGKILL ends it.
 *
 * promise: cpu-time nothing-left
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
    burn(2);
    escaped("2 s of CPU time");
}
