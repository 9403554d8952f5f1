/* Leaves an IPv6 flow label in the network namespace, which a later run could find.
 *
 * promise: no-messages
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <netinet/in.h>

struct request {
    struct in6_addr to;
    uint32_t label;
    uint8_t action, share;
    uint16_t flags, expires, linger;
    uint32_t spare;
};

int main(void) {
    struct request label = {.label = htonl(0x123), .share = 255, .flags = 3, .linger = 6};
    label.to.s6_addr[0] = 0xfd;
    int fd = socket(AF_INET6, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) attempt(setsockopt(fd, IPPROTO_IPV6, 32, &label, sizeof label), "left a label");
    held();
}
