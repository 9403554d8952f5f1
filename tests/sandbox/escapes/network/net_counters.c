/* Leaves a number in the counters of the network namespace, which a later run could read.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <netinet/in.h>

static long no_routes(void) {
    char line[1024];
    long count = -1;
    int rows = 0;
    FILE *file = fopen("/proc/self/net/snmp", "re");
    while (file && fgets(line, sizeof line, file))
        if (!strncmp(line, "Ip:", 3) && rows++ == 1)
            sscanf(line, "Ip: %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld", &count);
    if (file) fclose(file);
    return count;
}

int main(void) {
    struct sockaddr_in nowhere = {.sin_family = AF_INET, .sin_port = 9};
    nowhere.sin_addr.s_addr = htonl(0xc6336401); /* 198.51.100.1: an address for examples */
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    long before = no_routes();
    for (int i = 0; i < 42 && fd >= 0; i++)
        sendto(fd, "x", 1, 0, (struct sockaddr *)&nowhere, sizeof nowhere);
    if (no_routes() != before) escaped("counted from %ld to %ld", before, no_routes());
    held();
}
