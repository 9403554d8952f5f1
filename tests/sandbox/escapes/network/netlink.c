/* Makes sockets that talk to the kernel.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    const int families[] = {AF_NETLINK, AF_PACKET, AF_ALG, AF_BLUETOOTH, AF_XDP, AF_TIPC, AF_KEY,
                            AF_CAN, AF_RDS, AF_NFC};
    for (unsigned i = 0; i < sizeof families / sizeof *families; i++)
        for (int type = SOCK_STREAM; type <= SOCK_SEQPACKET; type++)
            if (socket(families[i], type | SOCK_CLOEXEC, 0) >= 0)
                escaped("made a socket of family %d", families[i]);
    held();
}
