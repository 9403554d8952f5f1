/* Fills pipes that have names in its box, and removes the names: the descriptors look like those of
 * files.
 *
 * promise: hidden-memory
 * expect: MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"

static char block[64 * 1024];

static void hold(int count) {
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "pipe-%d", (int)getpid());
        if (mkfifo(name, 0600)) _exit(1);
        int fd = open(name, O_RDWR | O_NONBLOCK | O_CLOEXEC);
        if (fd < 0 || unlink(name)) _exit(1);
        while (write(fd, block, sizeof block) > 0) {}
    }
}

int main(void) {
    int failed = 0, status;
    for (int i = 0; i < 3; i++)
        if (child() == 0) {
            hold(600);
            nap(0.15);
            _exit(0);
        }
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("1800 pipes with names full of data");
}
