/* Erases the peak of its memory, which the kernel keeps.
 *
 * promise: memory-limit own-memory
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (fd >= 0) attempt(write(fd, "5", 1), "erased the peak");
    held();
}
