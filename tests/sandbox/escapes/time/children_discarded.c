/* Computes in many short-lived children, whose usage the kernel discards because of a flag.
 *
 * expect: TLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * slow: yes
 */
#include "escape.h"

int main(void) {
    struct sigaction discard = {.sa_handler = SIG_DFL, .sa_flags = SA_NOCLDWAIT};
    sigaction(SIGCHLD, &discard, NULL);
    for (int i = 0; i < 70; i++) {
        if (child() == 0) {
            burn(0.007);
            _exit(0);
        }
        wait(NULL);
    }
    held();
}
