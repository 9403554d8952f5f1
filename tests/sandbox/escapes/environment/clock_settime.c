/* Sets the machine's clock to its current time, unless the program certainly may do so.
 *
 * promise: no-privileges
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"
#include <linux/capability.h>
#include <sys/timex.h>

int main(void) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct mine[2];
    memset(mine, 0, sizeof mine);
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    struct timex change = {.modes = ADJ_OFFSET_SS_READ};
    if (syscall(SYS_capget, &header, mine) == 0 && mine[0].effective & 1u << CAP_SYS_TIME &&
        adjtimex(&change) != -1)
        escaped("may set the clock");
    if (mine[0].effective & 1u << CAP_SYS_TIME) held();
    attempt(clock_settime(CLOCK_REALTIME, &t), "set the clock");
    attempt(settimeofday(&(struct timeval){t.tv_sec, t.tv_nsec / 1000}, NULL), "set the clock");
    held();
}
