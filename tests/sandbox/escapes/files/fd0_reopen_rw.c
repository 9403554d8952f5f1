/* Writes to its own input: the same file may be the input of the next run.
 *
 * promise: sealed-input others-unharmed
 * expect: AC
 * holds: all
 * stdin: 4 KiB
 */
#include "escape.h"

int main(void) {
    const char *const paths[] = {"/proc/self/fd/0", "/dev/stdin", "/dev/fd/0"};
    attempt(pwrite(0, "changed", 7, 0), "wrote to descriptor 0");
    attempt(ftruncate(0, 0), "cut off descriptor 0");
    for (int i = 0; i < 3; i++) {
        int fd = open(paths[i], O_RDWR | O_CLOEXEC);
        if (fd < 0) continue;
        attempt(pwrite(fd, "changed", 7, 0), "wrote to its input");
        attempt(open(paths[i], O_RDWR | O_TRUNC | O_CLOEXEC), "cut off its input");
        void *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (memory != MAP_FAILED) escaped("mapped its input to write");
    }
    held();
}
