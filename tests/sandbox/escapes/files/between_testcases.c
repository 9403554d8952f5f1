/* Runs on two tests: leaves notes wherever it can on the first, and looks for them on the second.
 *
 * promise: own-box no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * runs: twice
 * args: {token}
 */
#include "escape.h"

int main(int argc, char **argv) {
    const char *const folders[] = {".", "/tmp", "/var/tmp", "/dev/shm", "..", "/run/lock"};
    const char *token = argc > 1 ? argv[1] : "left";
    char path[256];
    int test = 0;
    if (scanf("%d", &test) != 1) return 1;
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s/%s", folders[i], token);
        /* On the first test several of these may be the same folder. */
        if (test == 2 && access(path, F_OK) == 0) escaped("found its note in %s", folders[i]);
        int fd = test == 1 ? open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666) : -1;
        if (fd >= 0) close(fd);
    }
    held();
}
