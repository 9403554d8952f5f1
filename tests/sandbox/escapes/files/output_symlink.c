/* A checker whose message is a link to a file that only the judge can read.
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
    /* input, answer, feedback folder, and our own arguments */
    if (argc < 5 || chdir(argv[3])) return 1;
    symlink(argv[4], "judgemessage.txt") == 0 ? (void)0 : exit(1);
    symlink(argv[4], "teammessage.txt") == 0 ? (void)0 : exit(1);
    return 42;
}
