/* Has bytes that are not text in names, strings and comments: the compiler's message must be text.
 *
 * expect: CE
 * holds: all
 */
#error "caf@bytes@"
int main(void) { return 0; }
