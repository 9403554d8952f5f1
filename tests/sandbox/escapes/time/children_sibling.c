/* Computes in a sibling: a child of the process that started it.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    volatile int *done = shared_page();
    long pid = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (pid < 0) return 1;
    if (pid == 0) {
        burn(0.9);
        *done = 1;
        _exit(0);
    }
    while (!*done) nap(0.01);
    held();
}
