/* Calls the kernel by the numbers of the x32 interface, which a list of numbers may lack.
 *
 * promise: refused-calls
 * expect: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * needs: x86_64
 */
#include "escape.h"

int main(void) {
    if (syscall(0x40000000 | SYS_getpid) == getpid()) escaped("called getpid by its other number");
    if (syscall(0x40000000 | SYS_unshare, CLONE_NEWUSER) == 0) escaped("made a namespace");
    held();
}
