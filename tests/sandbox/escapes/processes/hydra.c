/* Leaves processes behind that keep replacing themselves by new ones, so that a killed process has
 * always just been replaced. 250 in all, for 2 seconds at most.
 *
 * promise: nothing-left
 * expect: AC
 * holds: all
 * memory: 256
 * time: 1
 */
#include "escape.h"

int main(void) {
    volatile int *count = shared_page();
    if (!count) return 1;
    double late = seconds(CLOCK_MONOTONIC) + 2;
    for (int head = 0; head < 2; head++) {
        if (child() != 0) continue;
        go_into_background();
        while (seconds(CLOCK_MONOTONIC) < late &&
               __atomic_add_fetch(count, 1, __ATOMIC_SEQ_CST) < 250) {
            pid_t next = fork();
            if (next > 0) _exit(0);
            nap(0.002);
        }
        _exit(0);
    }
    nap(0.05);
    held();
}
