/* One line of source that compiles to a program of 400 MB.
 *
 * promise: bounded-compilers
 * expect: CE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
char array[400000000] = {1};
int main(void) { return array[1]; }
