/* Connects to a server on this machine by IPv6.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: tcp6
 * args: {tcp6}
 * needs: ipv6
 */
#include "escape.h"
#include <netinet/in.h>

int main(int argc, char **argv) {
    struct sockaddr_in6 there = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    there.sin6_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0));
    int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) attempt(connect(fd, (struct sockaddr *)&there, sizeof there), "connected");
    held();
}
