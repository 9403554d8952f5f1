/* Computes in a child that says nothing when it ends, and that an ordinary wait does not see.
 *
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    long pid = syscall(SYS_clone, 0, 0, 0, 0, 0);
    if (pid < 0) return 1;
    if (pid == 0) {
        burn(0.9);
        _exit(0);
    }
    nap(1.3);
    held();
}
