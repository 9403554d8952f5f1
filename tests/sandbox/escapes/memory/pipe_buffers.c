/* Leaves the data in pipe buffers: kernel memory that this program occupies.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 16
 */
#include "escape.h"

int main(void) {
    static char block[MIB];
    ssize_t put, total = 0;
    for (int i = 0; i < 40; i++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK | O_CLOEXEC)) return 1;
        fcntl(ends[1], F_SETPIPE_SZ, MIB);
        while ((put = write(ends[1], block, sizeof block)) > 0) total += put;
    }
    if (total < 4 * MIB) held(); /* the pipes did not become larger */
    escaped("%ld bytes in 40 pipes", (long)total);
}
