/* Includes the compiler's input, which nobody is going to write: it must not wait for it.
 *
 * expect: CE AC
 * holds: all
 */
#include "/dev/stdin"
int main(void) { puts("held"); }
