/* Talks to a service of the machine through a socket with an abstract name.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: abstract
 * args: {token}
 */
#include "escape.h"
#include <stddef.h>
#include <sys/un.h>

int main(int argc, char **argv) {
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    if (argc < 2) return 1;
    strncpy(there.sun_path + 1, argv[1], sizeof there.sun_path - 2);
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(argv[1]));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) attempt(connect(fd, (struct sockaddr *)&there, length), "connected");
    held();
}
