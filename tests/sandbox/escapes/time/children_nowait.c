/* Lets children compute and never waits for them, so that their time is not in its own usage.
 *
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 3; i++) {
        if (child() == 0) {
            burn(0.3);
            _exit(0);
        }
    }
    nap(1.3);
    held();
}
