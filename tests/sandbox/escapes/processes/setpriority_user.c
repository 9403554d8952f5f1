/* Sets the priority of all processes of its user, to its current value.
 *
 * promise: no-other-processes equal-share
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * never: rlimits@root: it would change the priority of every process of root
 */
#include "escape.h"

int main(void) {
    attempt(setpriority(PRIO_USER, 0, 0), "set the priority of all that its user runs");
    attempt(setpriority(PRIO_USER, geteuid(), 0), "set the priority of all that its user runs");
    held();
}
