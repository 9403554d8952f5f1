/* A checker that replaces its feedback folder by a link to a folder of the judge.
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
    if (argc < 5) return 1;
    size_t length = strlen(argv[3]);
    if (length > 0 && argv[3][length - 1] == '/') argv[3][length - 1] = 0;
    if (rmdir(argv[3]) || symlink(argv[4], argv[3])) return 1;
    return 42;
}
