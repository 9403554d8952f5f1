/* Makes its own input writable first, then writes to it.
 *
 * promise: sealed-input
 * expect: AC
 * holds: all
 * stdin: 4 KiB
 */
#include "escape.h"

int main(void) {
    fchmod(0, 0666);
    int unused = fchown(0, geteuid(), getegid());
    (void)unused;
    int fd = open("/proc/self/fd/0", O_RDWR | O_CLOEXEC);
    if (fd >= 0) attempt(pwrite(fd, "changed", 7, 0), "wrote to its input");
    attempt(fcntl(0, F_ADD_SEALS, 0), "has a say in the seals of its input");
    held();
}
