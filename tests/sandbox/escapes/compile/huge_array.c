/* A line of source that is 400 MB of program.
 *
 * expect: CE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
char array[400000000] = {1};
int main(void) { return array[1]; }
