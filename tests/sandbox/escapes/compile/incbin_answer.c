/* Puts a file of the judge into the program, which then prints it.
 *
 * promise: listed-files bounded-compilers
 * expect: CE
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: secret
 */
#include <stdio.h>
__asm__("secret: .incbin \"@secret@\"\n.byte 0\n");
extern const char secret[];
int main(void) { printf("escaped: %s\n", secret); }
