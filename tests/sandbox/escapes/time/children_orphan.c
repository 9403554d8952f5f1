/* Computes in a grandchild whose parent has ended: nobody in the program ever waits for it.
 *
 * expect: TLE
 * holds: all
 * slow: yes
 */
#include "escape.h"

int main(void) {
    if (child() == 0) {
        if (child() == 0) burn(0.9);
        _exit(0);
    }
    wait(NULL);
    nap(1.3);
    held();
}
