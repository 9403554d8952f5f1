/* Sends a datagram, which carries data out without any answer.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: udp
 * args: {udp}
 */
#include "escape.h"
#include <arpa/inet.h>
#include <netinet/in.h>

int main(int argc, char **argv) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    there.sin_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0));
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0)
        attempt(sendto(fd, "out", 3, 0, (struct sockaddr *)&there, sizeof there), "sent it");
    held();
}
