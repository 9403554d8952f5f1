/* Changes the priority and the scheduling of the process that started it.
 *
 * promise: no-other-processes equal-share
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    pid_t parent = getppid();
    errno = 0;
    int nice_value = getpriority(PRIO_PROCESS, (id_t)parent);
    attempt(setpriority(PRIO_PROCESS, (id_t)parent, errno ? 0 : nice_value), "set its priority");
    struct sched_param zero = {0};
    attempt(sched_setscheduler(parent, SCHED_BATCH, &zero), "set its scheduling");
    cpu_set_t cores;
    if (sched_getaffinity(parent, sizeof cores, &cores)) CPU_SET(0, &cores);
    attempt(sched_setaffinity(parent, sizeof cores, &cores), "set its cores");
    attempt(syscall(SYS_ioprio_set, 1, parent, 4 | 2 << 13), "set its disk priority");
    held();
}
