/* Writes a byte now and then, so that it always seems busy.
 *
 * promise: wall-limit
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    for (int i = 0; i < 60; i++) {
        if (write(1, " ", 1) != 1) return 1;
        nap(0.05);
    }
    escaped("wrote for 3 s");
}
