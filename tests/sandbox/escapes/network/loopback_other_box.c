/* Connects to a listening program that another worker of the same judge runs.
 *
 * promise: no-network no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: neighbour
 * args: {neighbour} {port}
 */
#include "escape.h"
#include <arpa/inet.h>
#include <netinet/in.h>

int main(int argc, char **argv) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    there.sin_port = htons((uint16_t)(argc > 2 ? atoi(argv[2]) : 0));
    for (int i = 0; i < 5; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd >= 0) attempt(connect(fd, (struct sockaddr *)&there, sizeof there), "connected");
        if (fd >= 0) close(fd);
        nap(0.05);
    }
    held();
}
