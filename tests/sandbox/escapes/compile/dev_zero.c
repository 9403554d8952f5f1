/* Includes an endless file.
 *
 * expect: CE
 * holds: all
 */
#include "/dev/zero"
int main(void) { return 0; }
