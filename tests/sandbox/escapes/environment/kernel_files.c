/* Opens files that control the kernel; writes to none of them.
 *
 * promise: no-privileges listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    const char *const files[] = {
        "/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname",
        "/proc/sys/vm/drop_caches", "/sys/power/state", "/sys/kernel/uevent_helper", "/dev/mem",
        "/dev/kmsg", "/dev/console", "/sys/fs/cgroup/cgroup.procs",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/cgroup.procs",
        "/sys/fs/cgroup/unified/cgroup.procs", "/proc/self/uid_map_", "/dev/loop-control",
    };
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++)
        attempt(open(files[i], O_WRONLY | O_CLOEXEC | O_NONBLOCK), files[i]);
    held();
}
