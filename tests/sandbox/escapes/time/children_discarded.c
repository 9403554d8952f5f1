/* Computes in many short-lived children, whose usage the kernel discards because of a flag.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    struct sigaction discard = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &discard, NULL);
    burn_in_children();
    held();
}
