/* Looks for descriptors that the judge or the launcher left open.
 *
 * promise: clean-start
 * expect: AC
 * holds: all
 * victim: inheritable
 */
#include "escape.h"

int main(void) {
    for (int fd = 3; fd < 4096; fd++)
        if (fcntl(fd, F_GETFD) >= 0) escaped("has descriptor %d", fd);
    held();
}
