/* Ends a tenth below its limit: this is no attack, but a judge that stops it is wrong.
 *
 * promise: cpu-time
 * expect: AC
 * holds: all
 * time: 0.15
 */
#include "escape.h"

int main(void) {
    burn(0.135);
    held();
}
