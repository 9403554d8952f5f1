/* Calls the kernel as a 32-bit program, for which the numbers mean other calls.
 *
 * promise: refused-calls
 * expect: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * needs: x86_64
 */
#include "escape.h"

int main(void) {
    long answer;
    __asm__ volatile("int $0x80" : "=a"(answer) : "a"(20L) : "memory", "r8", "r9", "r10", "r11");
    if (answer == getpid()) escaped("called getpid by its other number");
    held();
}
