/* Lowers its limit on core dumps to 0, where the kernel starts the helper of core_pattern as root
 * outside of the sandbox; at 1 it does not.
 *
 * promise: no-core-dump
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * needs: core
 */
#include "escape.h"

int main(void) {
    const struct rlimit zero = {0, 0};
    setrlimit(RLIMIT_CORE, &zero);
    prlimit(0, RLIMIT_CORE, &zero, NULL);
    prlimit(getpid(), RLIMIT_CORE, &zero, NULL);
    syscall(SYS_setrlimit, RLIMIT_CORE, &zero);
    syscall(SYS_prlimit64, 0xffffffff00000000, 0xffffffff00000000 + RLIMIT_CORE, &zero, NULL);
    struct rlimit now;
    if (getrlimit(RLIMIT_CORE, &now)) return 1;
    if (now.rlim_cur != 1 || now.rlim_max != 1)
        escaped("the limit is %llu of %llu", (unsigned long long)now.rlim_cur,
                (unsigned long long)now.rlim_max);
    held();
}
