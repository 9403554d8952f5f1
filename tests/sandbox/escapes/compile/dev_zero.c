/* Includes a file without end.
 *
 * expect: CE
 * holds: all
 */
#include "/dev/zero"
int main(void) { return 0; }
