/* A checker whose message is a hard link to a file that it does not own.
 *
 * promise: collected-files
 * expect: AC
 * holds: all
 * runs: checker
 * victim: secret
 * args: {secret}
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 5 || chdir(argv[3])) return 1;
    if (link(argv[4], "judgemessage.txt") && link("/bin/sh", "judgemessage.txt") &&
        link(argv[1], "judgemessage.txt"))
        return 42;
    return 42;
}
