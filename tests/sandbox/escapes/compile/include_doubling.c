/* Includes itself twice at each level: 2 to the power of 200 lines.
 *
 * promise: bounded-compilers
 * expect: CE
 * holds: all
 */
int a[];
#include __FILE__
#include __FILE__
