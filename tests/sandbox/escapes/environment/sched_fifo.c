/* Asks for a scheduling class that no other program can interrupt.
 *
 * promise: no-privileges equal-share
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    struct sched_param low = {.sched_priority = 1}, none = {0};
    const int classes[] = {SCHED_FIFO, SCHED_RR};
    for (int i = 0; i < 2; i++) {
        if (sched_setscheduler(0, classes[i], &low)) continue;
        sched_setscheduler(0, SCHED_OTHER, &none);
        escaped("was in scheduling class %d", classes[i]);
    }
    attempt(setpriority(PRIO_PROCESS, 0, -5), "is more important than others");
    held();
}
