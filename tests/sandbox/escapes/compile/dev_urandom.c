/* Includes noise.
 *
 * expect: CE
 * holds: all
 */
#include "/dev/urandom"
int main(void) { return 0; }
