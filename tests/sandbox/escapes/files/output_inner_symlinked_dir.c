/* A checker that puts a link to a folder of the judge into its feedback folder.
 *
 * promise: collected-files
 * expect: AC
 * holds: all
 * runs: checker
 * victim: secret
 * args: {secret_folder}
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 5 || chdir(argv[3])) return 1;
    return symlink(argv[4], "inner") || symlink("/", "root") ? 1 : 42;
}
