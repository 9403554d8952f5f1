/* Several children together exceed the limit, so briefly that only a counter sees it, no sample.
 *
 * promise: memory-peaks
 * expect: MLE
 * holds: cgroup2 cgroup1
 */
#include "escape.h"

int main(void) {
    volatile int *arrived = map_memory(4096, MAP_SHARED);
    if (!arrived) return 1;
    for (int i = 0; i < 3; i++) {
        if (child() == 0) {
            char *block = map_memory(30 * MIB, MAP_PRIVATE | MAP_POPULATE);
            __atomic_add_fetch(arrived, 1, __ATOMIC_SEQ_CST);
            double late = seconds(CLOCK_MONOTONIC) + 1;
            while (*arrived < 3 && seconds(CLOCK_MONOTONIC) < late) sched_yield();
            _exit(block ? 0 : 1);
        }
    }
    int status, failed = 0;
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    held();
}
