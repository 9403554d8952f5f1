/* Makes itself the last process that the kernel kills when memory runs out.
 *
 * promise: no-privileges
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"

int main(void) {
    const char *const files[] = {"/proc/self/oom_score_adj", "/proc/thread-self/oom_score_adj"};
    for (int i = 0; i < 2; i++) {
        int fd = open(files[i], O_WRONLY | O_CLOEXEC);
        if (fd >= 0) attempt(write(fd, "-900", 4), "is never killed for want of memory");
    }
    held();
}
