/* Leaves a process behind in its own session, with every stream closed.
 *
 * promise: nothing-left
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
