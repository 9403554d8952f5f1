/* Mounts a file system over its box, and makes read-only mounts writable.
 *
 * promise: no-privileges read-only
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 * never: rlimits@root: it would be allowed to
 */
#include "escape.h"
#include <sys/mount.h>

int main(void) {
    attempt(mount("none", ".", "tmpfs", 0, "size=1m"), "mounted a file system");
    attempt(mount(NULL, "/usr", NULL, MS_REMOUNT | MS_BIND, NULL), "made /usr writable");
    attempt(mount("/", ".", NULL, MS_BIND | MS_REC, NULL), "mounted the root");
    attempt(umount2(".", MNT_DETACH), "unmounted its box");
    attempt(umount2("/proc", MNT_DETACH), "unmounted /proc");
    attempt(syscall(SYS_fsopen, "tmpfs", 0), "opened a file system");
    attempt(syscall(SYS_open_tree, AT_FDCWD, "/", 1), "cloned the root");
    held();
}
