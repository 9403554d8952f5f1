/* Ends by itself a tenth above its limit, before it would be stopped.
 *
 * expect: TLE
 * holds: all
 * time: 0.5
 * slow: yes
 */
#include "escape.h"

int main(void) {
    burn(0.55);
    held();
}
