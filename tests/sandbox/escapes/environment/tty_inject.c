/* Types into the terminal that the judge was started from; only checks whether it could.
 *
 * promise: clean-start
 * expect: AC
 * holds: all
 */
#include "escape.h"
#include <sys/ioctl.h>

int main(void) {
    attempt(open("/dev/tty", O_RDWR | O_CLOEXEC), "has a terminal");
    struct winsize size;
    for (int fd = 0; fd < 3; fd++) attempt(ioctl(fd, TIOCGWINSZ, &size), "a stream is a terminal");
    held();
}
