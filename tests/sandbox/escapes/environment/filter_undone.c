/* Installs a second filter over its own and tries the refused calls again.
 *
 * promise: refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <linux/filter.h>
#include <linux/seccomp.h>

int main(void) {
    struct sock_filter allow[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    struct sock_fprog program = {1, allow};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    attempt(unshare(CLONE_NEWUSER), "made a namespace after all");
    held();
}
