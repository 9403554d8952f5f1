/* Computes for longer than the limit.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 * smoke: yes
 */
#include "escape.h"

int main(void) {
    burn(2);
    escaped("2 s of CPU time");
}
