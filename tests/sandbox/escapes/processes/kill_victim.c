/* Signals a process of the judge's own user.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: process
 * args: {process}
 */
#include "escape.h"

int main(int argc, char **argv) {
    pid_t other = argc > 1 ? (pid_t)atoi(argv[1]) : 0;
    if (other <= 1) return 1;
    attempt(kill(other, SIGCONT), "signalled a process of the judge's user");
    attempt(syscall(SYS_tgkill, other, other, SIGCONT), "signalled a thread of the judge's user");
    held();
}
