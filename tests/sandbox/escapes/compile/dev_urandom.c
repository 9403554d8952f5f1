/* Includes random bytes.
 *
 * expect: CE
 * holds: all
 * slow: yes
 */
#include "/dev/urandom"
int main(void) { return 0; }
