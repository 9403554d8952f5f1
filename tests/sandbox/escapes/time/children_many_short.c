/* Computes in many short-lived children: no single process ever shows much CPU time.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    burn_in_children();
    held();
}
