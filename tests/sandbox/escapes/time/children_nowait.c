/* Computes in children and never waits for them, so that its own usage excludes their time.
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
