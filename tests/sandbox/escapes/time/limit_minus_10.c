/* Ends a tenth below its limit: this is no attack, but a judge that stops it is wrong.
 *
 * expect: AC
 * holds: all
 * time: 0.5
 * slow: yes
 */
#include "escape.h"

int main(void) {
    burn(0.45);
    held();
}
