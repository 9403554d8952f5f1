/* Sends every signal to the process that started it.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    pid_t parent = getppid();
    for (int number = 1; number < NSIG; number++)
        if (number != SIGSTOP && number != SIGTSTP) kill(parent, number);
    nap(0.05);
    if (getppid() != parent) escaped("killed the launcher");
    held();
}
