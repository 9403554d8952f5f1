/* Sleeps, while a crowd of its processes wakes now and then and fights for the one core. The time for
 * which they wait for it makes the machine look busy, and such time does not count.
 *
 * promise: wall-limit
 * expect: TLE
 * holds: all
 * within: 6.5
 */
#include "escape.h"

enum { CROWD = 60 };

int main(void) {
    const double end = seconds(CLOCK_MONOTONIC) + 12;
    for (int i = 0; i < CROWD; i++)
        if (child() == 0) {
            while (seconds(CLOCK_MONOTONIC) < end) {
                nap(0.05);
                burn(0.0001);
            }
            _exit(0);
        }
    nap(12);
    escaped("it slept for 12 s");
}
