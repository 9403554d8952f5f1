/* Includes the compiler's input, which nobody writes: the compiler must not wait for it.
 *
 * promise: bounded-compilers
 * expect: CE AC
 * holds: all
 */
#include "/dev/stdin"
int main(void) { puts("held"); }
