/* Sends from a pair of datagram sockets, which needs no permission to create a socket, to a service
 * of the machine.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: datagram_socket
 * args: {datagram_socket}
 */
#include "escape.h"
#include <sys/un.h>

int main(int argc, char **argv) {
    struct sockaddr_un there = {.sun_family = AF_UNIX};
    int pair[2];
    if (argc < 2 || strlen(argv[1]) >= sizeof there.sun_path) return 1;
    strcpy(there.sun_path, argv[1]);
    if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, pair)) held();
    attempt(sendto(pair[0], "x", 1, 0, (struct sockaddr *)&there, sizeof there), "sent");
    held();
}
