/* Ends by itself a tenth above its limit, before it would be stopped.
 *
 * expect: TLE
 * holds: all
 * time: 1
 */
#include "escape.h"

int main(void) {
    burn(1.1);
    held();
}
