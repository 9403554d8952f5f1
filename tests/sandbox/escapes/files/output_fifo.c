/* A checker whose message is a named pipe: opening it would wait for ever.
 *
 * promise: collected-files
 * expect: AC
 * holds: all
 * runs: checker
 * within: 5
 */
#include "escape.h"

int main(int argc, char **argv) {
    if (argc < 4 || chdir(argv[3])) return 1;
    return mkfifo("judgemessage.txt", 0666) || mkfifo("teammessage.txt", 0666) ? 1 : 42;
}
