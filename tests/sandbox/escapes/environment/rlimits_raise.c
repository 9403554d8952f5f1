/* Raises its own limits.
 *
 * promise: no-privileges equal-share
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    const int limits[] = {RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK,
                          RLIMIT_CORE, RLIMIT_MEMLOCK, RLIMIT_MSGQUEUE};
    struct rlimit now, more = {RLIM_INFINITY, RLIM_INFINITY};
    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++) {
        __rlimit_resource_t which = (__rlimit_resource_t)limits[i];
        if (getrlimit(which, &now)) return 1;
        if (now.rlim_max == RLIM_INFINITY) escaped("limit %d was never set", limits[i]);
        setrlimit(which, &more);
        prlimit(0, which, &more, NULL);
        if (getrlimit(which, &more)) return 1;
        if (more.rlim_max > now.rlim_max) escaped("raised limit %d", limits[i]);
        more.rlim_cur = more.rlim_max = RLIM_INFINITY;
    }
    held();
}
