/* Leaves the core that it is pinned to and computes on all cores.
 *
 * promise: equal-share
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * needs: cores2
 */
#include "escape.h"

int main(void) {
    cpu_set_t all, now;
    memset(&all, 0xff, sizeof all);
    sched_setaffinity(0, sizeof all, &all);
    if (sched_getaffinity(0, sizeof now, &now)) return 1;
    if (CPU_COUNT(&now) != 1) escaped("may use %d cores", CPU_COUNT(&now));
    held();
}
