/* Bytes that are no text, in names, strings and comments: the message about them must be text.
 *
 * expect: CE
 * holds: all
 */
#error "caf@bytes@"
int main(void) { return 0; }
