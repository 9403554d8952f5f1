/* Locks a file that every box sees: another box could read whether it is locked.
 *
 * promise: no-messages refused-calls
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <sys/file.h>

int main(int argc, char **argv) {
    const char *const shared[] = {"/usr/bin/env", "/dev/null", argc > 0 ? argv[0] : "/dev/zero"};
    for (int i = 0; i < 3; i++) {
        int fd = open(shared[i], O_RDONLY | O_CLOEXEC);
        if (fd < 0) continue;
        attempt(flock(fd, LOCK_SH | LOCK_NB), "locked a file that others see");
    }
    held();
}
