/* Has 60 files open, with 12 MiB in them: a file holds no more than is in it.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * peak: 8
 */
#include "escape.h"

static char block[200 * 1024];

int main(void) {
    for (int i = 0; i < 60; i++) {
        char name[16];
        snprintf(name, sizeof name, "file-%d", i);
        int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (fd < 0 || write(fd, block, sizeof block) != sizeof block) return 1;
    }
    nap(0.1);
    held();
}
