/* Connects to a server on this machine, by every address that it may have.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 * victim: tcp
 * args: {tcp}
 * smoke: yes
 */
#include "escape.h"
#include <arpa/inet.h>
#include <netinet/in.h>

int main(int argc, char **argv) {
    struct sockaddr_in there = {.sin_family = AF_INET};
    there.sin_port = htons((uint16_t)(argc > 1 ? atoi(argv[1]) : 0));
    const uint32_t addresses[] = {INADDR_LOOPBACK, INADDR_ANY, INADDR_LOOPBACK + 1};
    for (int i = 0; i < 3; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0) continue;
        there.sin_addr.s_addr = htonl(addresses[i]);
        attempt(connect(fd, (struct sockaddr *)&there, sizeof there), "connected to the machine");
        close(fd);
    }
    held();
}
