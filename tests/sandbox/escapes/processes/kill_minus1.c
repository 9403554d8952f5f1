/* Kills every process that it can reach. It may run only where it can reach nothing but its own.
 *
 * promise: no-other-processes others-unharmed
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces
 * never: landlock rlimits: it would kill every process of the judge's user
 */
#include "escape.h"

int main(void) {
    /* Outside its own pid namespace a program has a higher number. */
    if (getpid() > 10) escaped("no pid namespace: nothing was killed");
    kill(-1, SIGTERM);
    kill(-1, SIGKILL);
    held();
}
