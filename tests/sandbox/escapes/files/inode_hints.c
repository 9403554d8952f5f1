/* Leaves a message in what the kernel keeps beside a file's content: hints and attributes of its
 * inode.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <linux/fs.h>
#include <sys/ioctl.h>

int main(void) {
    uint64_t hint = 3, attributes[3] = {0};
    int flags = 0;
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 1;
    attempt(fcntl(fd, 1036, &hint), "left a hint on the inode");
    attempt(fcntl(fd, 1038, &hint), "left a hint on the file");
    attempt(ioctl(fd, FS_IOC_GETFLAGS, &flags), "read the flags");
    attempt(ioctl(fd, FS_IOC_SETFLAGS, &flags), "set the flags");
    attempt(syscall(468, AT_FDCWD, "/proc/self/exe", attributes, sizeof attributes, 0),
            "read the attributes");
    attempt(syscall(469, AT_FDCWD, "/proc/self/exe", attributes, sizeof attributes, 0),
            "set the attributes");
    held();
}
