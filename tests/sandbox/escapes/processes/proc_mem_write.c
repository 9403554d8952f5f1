/* Opens the memory of the process that started it, also by the calls that need no file.
 *
 * promise: no-other-processes
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <sys/uio.h>

int main(void) {
    char path[64];
    pid_t pids[] = {getppid(), 1};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "/proc/%d/mem", (int)pids[i]);
        attempt(open(path, O_RDWR | O_CLOEXEC), "opened the memory of its parent");
        /* Nothing is at address 8: an allowed call fails with EFAULT. */
        struct iovec here = {path, 1}, there = {(void *)8, 1};
        process_vm_writev(pids[i], &here, 1, &there, 1, 0);
        if (errno == EFAULT) escaped("may write to the memory of its parent");
        process_vm_readv(pids[i], &here, 1, &there, 1, 0);
        if (errno == EFAULT) escaped("may read the memory of its parent");
    }
    held();
}
