/* Checks its umask, its session and its working folder.
 *
 * promise: clean-start
 * expect: AC
 * holds: all
 */
#include "escape.h"

int main(void) {
    if (umask(0) != 022) escaped("the mask is not 022");
    if (getsid(0) != getpid()) escaped("shares a session with the judge");
    int fd = open("mine", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) escaped("may not write to its own box");
    held();
}
