/* Reads the input and the answer of another test, which it may run on later.
 *
 * promise: listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: other_test
 * args: {other_test}
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    must_not_open(argv[1], O_RDONLY);
    /* The folder with all of them. */
    *strrchr(argv[1], '/') = 0;
    must_not_open(argv[1], O_RDONLY | O_DIRECTORY);
    *strrchr(argv[1], '/') = 0;
    must_not_open(argv[1], O_RDONLY | O_DIRECTORY);
    held();
}
