/* Includes random bytes.
 *
 * promise: bounded-compilers
 * expect: CE
 * holds: all
 */
#include "/dev/urandom"
int main(void) { return 0; }
