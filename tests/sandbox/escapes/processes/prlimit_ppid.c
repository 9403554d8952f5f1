/* Sets the limits of the process that started it to their current values: a call that allows this
 * would also allow 0.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    struct rlimit limit;
    attempt(prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit), "read its parent's limits");
    struct rlimit same = {1024, 1024};
    getrlimit(RLIMIT_NOFILE, &same);
    held();
}
