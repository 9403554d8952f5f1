/* Computes in many short-lived children: no single process ever shows much CPU time.
 *
 * expect: TLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * slow: yes
 */
#include "escape.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 70; i++) {
        if (child() == 0) {
            burn(0.007);
            _exit(0);
        }
        wait(NULL);
    }
    held();
}
