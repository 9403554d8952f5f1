/* Makes system calls through an io_uring, which no filter checks.
 *
 * promise: refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    char parameters[120];
    memset(parameters, 0, sizeof parameters);
    attempt(syscall(SYS_io_uring_setup, 1, parameters), "has a ring");
    held();
}
