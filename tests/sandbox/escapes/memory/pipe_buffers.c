/* Leaves the data in pipe buffers: kernel memory that this program occupies.
 *
 * expect: MLE
 * holds: cgroup2 cgroup1
 * memory: 16
 */
#include "escape.h"

int main(void) {
    static char block[MIB];
    for (int i = 0; i < 40; i++) {
        int ends[2];
        if (pipe2(ends, O_NONBLOCK | O_CLOEXEC)) return 1;
        fcntl(ends[1], F_SETPIPE_SZ, MIB);
        while (write(ends[1], block, sizeof block) > 0) {}
    }
    escaped("40 pipes full of data");
}
