/* Becomes root or another user, or takes privileges, by system calls and by setuid programs.
 *
 * promise: no-privileges
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock@user rlimits@user
 */
#include "escape.h"
#include <grp.h>
#include <linux/capability.h>

int main(void) {
    if (geteuid() == 0) escaped("is root to begin with");
    setuid(0);
    attempt(setresuid(0, 0, 0), "became root");
    attempt(setresgid(0, 0, 0), "became root's group");
    attempt(setresuid(1, 1, 1), "became another user");
    gid_t none[1] = {0};
    attempt(setgroups(1, none), "joined a group");
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct all[2] = {{~0u, ~0u, 0}, {~0u, ~0u, 0}};
    attempt(syscall(SYS_capset, &header, all), "took every capability");
    memset(all, 0, sizeof all);
    syscall(SYS_capget, &header, all);
    if (all[0].effective | all[0].permitted) escaped("has capabilities %x", all[0].permitted);
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1) escaped("setuid programs keep their power");
    held();
}
