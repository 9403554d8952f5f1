/* Includes itself.
 *
 * promise: bounded-compilers
 * expect: CE
 * holds: all
 */
#include __FILE__
int main(void) { return 0; }
