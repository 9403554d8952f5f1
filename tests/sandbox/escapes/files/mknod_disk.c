/* Makes a device node for every disk in its box, and reads the disk through it.
 *
 * promise: no-privileges listed-files
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"
#include <sys/sysmacros.h>

int main(void) {
    const dev_t devices[] = {makedev(8, 0), makedev(253, 0), makedev(254, 0), makedev(259, 0),
                             makedev(252, 0), makedev(7, 0), makedev(1, 1), makedev(1, 11)};
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++) {
        mode_t kind = major(devices[i]) == 1 ? S_IFCHR : S_IFBLK;
        if (mknod("node", kind | 0600, devices[i])) continue;
        int fd = open("node", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        unlink("node");
        if (fd >= 0) escaped("opened device %u:%u", major(devices[i]), minor(devices[i]));
    }
    attempt(mknod("null", S_IFCHR | 0666, makedev(1, 3)), "made a device");
    held();
}
