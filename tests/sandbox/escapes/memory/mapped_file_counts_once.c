/* Maps a file of its box and writes to it: its pages are in the resident set and in the box, and count
 * once.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * output: 64
 * peak: 45
 */
#include "escape.h"

int main(void) {
    int fd = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0 || ftruncate(fd, 40 * MIB)) return 1;
    char *block = mmap(NULL, 40 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (block == MAP_FAILED) return 1;
    touch(block, 40 * MIB);
    nap(0.1);
    held();
}
