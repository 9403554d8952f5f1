/* Makes a socket to the host of the virtual machine, which network namespaces do not contain. It
 * does not connect: that would reach the real host.
 *
 * promise: no-network
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"

int main(void) {
    attempt(socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0), "made a vsock socket");
    attempt(socket(AF_VSOCK, SOCK_DGRAM | SOCK_CLOEXEC, 0), "made a vsock socket");
    held();
}
