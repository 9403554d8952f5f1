/* Makes calls that are newer than the list of refused ones, and some that were on no list.
 *
 * promise: refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

static void refused(long number) {
    errno = 0;
    if (syscall(number, -1, 0, 0, 0, 0) != -1) escaped("call %ld works", number);
    if (errno != EPERM && errno != ENOSYS) escaped("call %ld looks at its arguments", number);
}

int main(void) {
    const long known[] = {443, 451, 457, 458, 459, 460, 461, 467, 468, 469};
    unsigned long context = 0;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) refused(known[i]);
    for (long number = 470; number < 600; number++) refused(number);
    attempt(syscall(SYS_io_setup, 60000, &context), "took 60000 slots for asynchronous I/O");
    held();
}
