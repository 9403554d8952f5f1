/* Takes memory as a private mapping of /dev/zero, as old programs do.
 *
 * promise: own-memory
 * expect: AC
 * holds: cgroup2 cgroup1
 */
#include "escape.h"

int main(void) {
    int fd = open("/dev/zero", O_RDWR | O_CLOEXEC);
    char *block = mmap(NULL, MIB, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    if (block == MAP_FAILED) return 1;
    touch(block, MIB);
    held();
}
