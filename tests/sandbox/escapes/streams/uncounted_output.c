/* Writes to a pipe with calls that the kernel does not count as output.
 *
 * promise: refused-calls output-limit
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <sys/uio.h>

int main(void) {
    static char block[4096];
    struct iovec from = {block, sizeof block};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) || write(ends[1], block, sizeof block) < 0) return 1;
    attempt(vmsplice(ends[1], &from, 1, 0), "vmsplice");
    attempt(splice(ends[0], NULL, 1, NULL, sizeof block, 0), "splice");
    attempt(tee(ends[0], 1, sizeof block, 0), "tee");
    held();
}
