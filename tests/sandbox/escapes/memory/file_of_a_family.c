/* Two processes share 20 MiB, and 24 MiB are in a file of the box: none of it counts again with every
 * sample.
 *
 * promise: own-memory
 * expect: AC
 * holds: all
 * output: 64
 * peak: 48
 */
#include "escape.h"

static char block[MIB];

int main(void) {
    int fd = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (int i = 0; i < 24; i++)
        if (write(fd, block, sizeof block) != sizeof block) return 1;
    char *shared = map_memory(20 * MIB, MAP_PRIVATE);
    if (!shared) return 1;
    touch(shared, 20 * MIB);
    if (child() == 0) {
        nap(0.4);
        _exit(0);
    }
    wait(NULL);
    held();
}
