/* Every process starts processes until it cannot; 300 at most, so that a failing judge survives.
 *
 * promise: nothing-left process-limit
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock@user rlimits@user
 * time: 2
 * memory: 512
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    /* [0] counts live and starting processes, so that there are never more than 300. */
    volatile int *count = shared_page();
    if (!count) return 1;
    pid_t first = getpid();
    while (__atomic_add_fetch(&count[0], 1, __ATOMIC_SEQ_CST) < 300) {
        pid_t pid = fork();
        if (pid < 0) {
            __atomic_sub_fetch(&count[0], 1, __ATOMIC_SEQ_CST);
            break;
        }
        if (pid == 0) __atomic_add_fetch(&count[1], 1, __ATOMIC_SEQ_CST);
    }
    nap(0.4);
    if (getpid() != first) _exit(0);
    if (count[1] >= 290) escaped("%d processes", count[1]);
    held();
}
