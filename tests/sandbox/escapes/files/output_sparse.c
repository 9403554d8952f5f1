/* A checker whose message is as long as a file may be, but takes no room in its box.
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
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 64; i++) {
        char name[32];
        snprintf(name, sizeof name, i ? "more%d" : "judgemessage.txt", i);
        int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
        for (long long size = 1ll << 40; fd >= 0 && size > 0 && ftruncate(fd, size); size /= 2) {}
        close(fd);
    }
    return 42;
}
