/* Makes calls that such a program never needs, each an entry to a large part of the kernel. The
 * arguments are harmless or wrong: the error must be "not permitted", not "invalid".
 *
 * promise: refused-calls equal-share
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

static void refused(long number, long a, long b, long c, const char *name) {
    errno = 0;
    if (syscall(number, a, b, c, 0, 0) != -1) escaped("%s works", name);
    if (errno != EPERM && errno != ENOSYS) escaped("%s looks at its arguments", name);
}

int main(void) {
    refused(SYS_userfaultfd, 0, 0, 0, "userfaultfd");
    refused(SYS_perf_event_open, 0, 0, -1, "perf_event_open");
    refused(SYS_kcmp, getpid(), getpid(), 99, "kcmp");
    refused(SYS_name_to_handle_at, AT_FDCWD, 0, 0, "name_to_handle_at");
    refused(SYS_open_by_handle_at, AT_FDCWD, 0, 0, "open_by_handle_at");
    refused(SYS_fanotify_init, -1, 0, 0, "fanotify_init");
    refused(SYS_swapoff, 0, 0, 0, "swapoff");
    refused(SYS_delete_module, 0, 0, 0, "delete_module");
    refused(SYS_quotactl, 0, 0, 0, "quotactl");
    refused(SYS_syslog, 10, 0, 0, "syslog");
    refused(SYS_personality, 0x0040000, 0, 0, "personality");
    refused(SYS_mbind, 0, 0, 99, "mbind");
    refused(SYS_move_pages, getpid(), 0, 0, "move_pages");
    refused(SYS_add_key, 0, 0, 0, "add_key");
    refused(SYS_process_madvise, -1, 0, 0, "process_madvise");
    refused(SYS_memfd_secret, -1, 0, 0, "memfd_secret");
    refused(SYS_sync, 0, 0, 0, "sync");
    refused(SYS_syncfs, -1, 0, 0, "syncfs");
    refused(SYS_prctl, 62, 0, 0, "core scheduling"); /* PR_SCHED_CORE */
    held();
}
