/* Creates timers until the kernel has no more for it.
 *
 * promise: hidden-memory
 * expect: AC MLE
 * holds: all
 * memory: 32
 */
#include "escape.h"

int main(void) {
    int status;
    long made = 0;
    for (int i = 0; i < 4; i++)
        if (child() == 0) {
            timer_t timer;
            struct sigevent none = {.sigev_notify = SIGEV_NONE};
            while (made < 60000 && timer_create(CLOCK_MONOTONIC, &none, &timer) == 0) made++;
            _exit(made > 15000);
        }
    while (wait(&status) > 0)
        if (status) escaped("tens of thousands of timers");
    held();
}
