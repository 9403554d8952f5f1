/* Leaves a process behind that has a session of its own and lets go of every stream.
 *
 * expect: AC
 * holds: all
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    if (child() == 0) {
        go_into_background();
        for (int fd = 0; fd < 3; fd++) close(fd);
        nap(3);
        _exit(0);
    }
    nap(0.05);
    held();
}
