/* Stops the process that applies the limits, then computes as long as it wants.
 *
 * promise: cpu-time no-other-processes
 * expect: TLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * never: rlimits: it would stop the launcher
 */
#include "escape.h"

int main(void) {
    kill(getppid(), SIGSTOP);
    kill(getppid(), SIGTSTP);
    burn(1.5);
    escaped("1.5 s of CPU time");
}
