/* Includes a file of the judge: the error message shows its first line.
 *
 * promise: listed-files bounded-compilers
 * expect: CE
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: secret
 */
#include "@secret@"
int main(void) { return 0; }
