/* Ends by itself a tenth above its limit, before the judge would stop it.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 * time: 0.5
 */
#include "escape.h"

int main(void) {
    burn(0.55);
    held();
}
