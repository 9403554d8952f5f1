/* Installs the longest filters of system calls in many processes: each process keeps its own in the
 * kernel.
 *
 * promise: hidden-memory
 * expect: AC MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 * time: 3
 */
#include "escape.h"
#include <linux/filter.h>
#include <linux/seccomp.h>

enum { LENGTH = 4096, FILTERS = 7, PROCESSES = 200 };

static char install(void) {
    static struct sock_filter code[LENGTH];
    const struct sock_fprog program = {LENGTH, code};
    char installed = 0;
    for (int i = 0; i < LENGTH; i++)
        code[i] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    while (installed < FILTERS) {
        if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) &&
            syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program))
            break;
        installed++;
    }
    return installed;
}

int main(void) {
    int pipes[2], total = 0;
    if (pipe(pipes)) return 1;
    for (int i = 0; i < PROCESSES; i++)
        if (child() == 0) {
            const char installed = install();
            if (write(pipes[1], &installed, 1) != 1) _exit(1);
            nap(0.5);
            _exit(0);
        }
    for (int i = 0; i < PROCESSES; i++) {
        char installed;
        if (read(pipes[0], &installed, 1) != 1) return 1;
        total += installed;
    }
    nap(0.1);
    if (total == 0) held();
    escaped("%d filters of 64 KiB", total);
}
