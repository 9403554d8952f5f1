/* Leaves the data in the pipes of several processes. A user's pipes share 64 MiB; beyond that, each new
 * one still holds two pages.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"

static char block[64 * 1024];

int main(void) {
    int failed = 0, status;
    for (int i = 0; i < 8; i++)
        if (child() == 0) {
            for (int k = 0; k < 400; k++) {
                int ends[2];
                if (pipe2(ends, O_NONBLOCK | O_CLOEXEC)) _exit(1);
                while (write(ends[1], block, sizeof block) > 0) {}
            }
            nap(0.15);
            _exit(0);
        }
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("3200 pipes full of data");
}
