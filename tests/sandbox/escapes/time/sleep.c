/* Uses no CPU time at all and does not end: the wall clock must.
 *
 * expect: TLE
 * holds: all
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    nap(3);
    escaped("slept for 3 s");
}
