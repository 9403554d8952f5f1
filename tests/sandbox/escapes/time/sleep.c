/* Uses no CPU time and does not end: the wall limit must end it.
 *
 * promise: wall-limit
 * expect: TLE
 * holds: all
 */
#include "escape.h"

int main(void) {
    nap(3);
    escaped("slept for 3 s");
}
