/* A checker whose message never ends: it is /dev/zero, as a device node or a link.
 *
 * promise: collected-files
 * expect: AC
 * holds: all
 * runs: checker
 * within: 5
 */
#include "escape.h"
#include <sys/sysmacros.h>

int main(int argc, char **argv) {
    if (argc < 4 || chdir(argv[3])) return 1;
    if (mknod("judgemessage.txt", S_IFCHR | 0666, makedev(1, 5)))
        if (symlink("/dev/zero", "judgemessage.txt")) return 1;
    return 42;
}
