/* Does no harm: it writes 48 MiB, and starts children that use its memory until they execute a program,
 * as system, popen and posix_spawn do.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * time: 3
 * peak: 56
 */
#include "escape.h"

int main(void) {
    char *block = map_memory(48 * MIB, MAP_PRIVATE);
    if (!block) return 1;
    touch(block, 48 * MIB);
    for (int i = 0; i < 5; i++) {
        pid_t pid = vfork();
        if (pid < 0) return 1;
        if (pid == 0) {
            usleep(40000); /* for longer than the samples are apart */
            _exit(0);
        }
        waitpid(pid, NULL, 0);
    }
    held();
}
