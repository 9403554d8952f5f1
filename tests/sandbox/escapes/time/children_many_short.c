/* The same with many children that each end soon: there is never one to be seen that took long.
 *
 * expect: TLE
 * holds: cgroup2 cgroup1
 * slow: yes
 */
#include "escape.h"

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 40; i++) {
        if (child() == 0) {
            burn(0.02);
            _exit(0);
        }
        wait(NULL);
    }
    held();
}
