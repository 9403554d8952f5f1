/* Includes random bytes.
 *
 * expect: CE
 * holds: all
 */
#include "/dev/urandom"
int main(void) { return 0; }
