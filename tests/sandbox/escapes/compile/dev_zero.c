/* Includes an endless file.
 *
 * promise: bounded-compilers
 * expect: CE
 * holds: all
 */
#include "/dev/zero"
int main(void) { return 0; }
