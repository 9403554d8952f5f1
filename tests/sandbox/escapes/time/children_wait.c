/* Computes in children and waits for them: their time counts as its own.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 3; i++) {
        if (child() == 0) {
            burn(0.25);
            _exit(0);
        }
        wait(NULL);
    }
    held();
}
