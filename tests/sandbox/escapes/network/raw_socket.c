/* Makes sockets that see or forge the traffic of others.
 *
 * promise: no-privileges no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock rlimits@user
 */
#include "escape.h"
#include <netinet/in.h>

int main(void) {
    attempt(socket(AF_INET, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMP), "made a raw socket");
    attempt(socket(AF_INET6, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_ICMPV6), "made a raw socket");
    attempt(socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(3)), "made a packet socket");
    held();
}
