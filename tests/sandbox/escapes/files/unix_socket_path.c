/* Talks to a service of the machine through a socket in the file system.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: path_socket
 * args: {path_socket}
 */
#include "escape.h"
#include <sys/un.h>

int main(int argc, char **argv) {
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    if (argc < 2 || strlen(argv[1]) >= sizeof there.sun_path) return 1;
    strcpy(there.sun_path, argv[1]);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) attempt(connect(fd, (struct sockaddr *)&there, sizeof there), "connected");
    held();
}
