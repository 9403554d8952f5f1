/* A checker that leaves very many files and nested folders.
 *
 * promise: collected-files
 * expect: AC
 * holds: all
 * runs: checker
 * within: 30
 */
#include "escape.h"

int main(int argc, char **argv) {
    char name[32];
    if (argc < 4 || chdir(argv[3])) return 1;
    for (int i = 0; i < 4500; i++) {
        snprintf(name, sizeof name, "f%d", i);
        int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        if (fd >= 0) close(fd);
    }
    for (int i = 0; i < 100; i++)
        if (mkdir("deeper", 0755) || chdir("deeper")) break;
    return 42;
}
