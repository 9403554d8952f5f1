/* Reads files of the judge's user: some in its home, and one that every user may read.
 *
 * promise: listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: secret
 * args: {home} {secret}
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 3) return 1;
    must_not_open(argv[1], O_RDONLY | O_DIRECTORY);
    must_not_open(argv[2], O_RDONLY);
    must_not_open("/etc/passwd", O_RDONLY);
    must_not_open("/root", O_RDONLY | O_DIRECTORY);
    must_not_open("/home", O_RDONLY | O_DIRECTORY);
    held();
}
