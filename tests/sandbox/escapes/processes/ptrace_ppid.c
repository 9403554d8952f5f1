/* Traces the process that started it, which would let it write that process's memory.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <sys/ptrace.h>

int main(void) {
    attempt(ptrace(PTRACE_SEIZE, getppid(), NULL, NULL), "traced its parent");
    attempt(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL), "attached to its parent");
    held();
}
