/* Reads the checker and another submission, their source and their programs.
 *
 * promise: listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: checker
 * args: {checker} {checker_source}
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    must_not_open(argv[1], O_RDONLY);
    must_not_open(argv[2], O_RDONLY);
    execl(argv[1], argv[1], (char *)NULL);
    if (errno != ENOENT && errno != EACCES) escaped("the checker can be run");
    held();
}
