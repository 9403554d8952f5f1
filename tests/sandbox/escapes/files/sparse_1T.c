/* Makes a file of 1 TiB that takes no room, as a trap for a later reader.
 *
 * promise: collected-files
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("sparse", O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0) return 1;
    attempt(ftruncate(fd, 1ll << 40), "made a file of 1 TiB");
    attempt(pwrite(fd, "x", 1, 1ll << 40), "wrote at 1 TiB");
    attempt(posix_fallocate(fd, 0, 1ll << 40) ? -1 : 0, "has 1 TiB of room");
    held();
}
