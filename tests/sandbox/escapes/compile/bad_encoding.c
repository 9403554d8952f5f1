/* Has bytes that are not text in names, strings and comments: the compiler's message must be text.
 *
 * promise: bounded-compilers harmless-text
 * expect: CE
 * holds: all
 */
#error "caf@bytes@"
int main(void) { return 0; }
