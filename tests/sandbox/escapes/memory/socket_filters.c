/* Attaches a long filter to a socket, beside the data that the socket may hold.
 *
 * promise: hidden-memory
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <linux/filter.h>

int main(void) {
    int pair[2];
    struct sock_filter accept = BPF_STMT(BPF_RET | BPF_K, 0xffff);
    struct sock_fprog program = {1, &accept};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
    attempt(setsockopt(pair[0], SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program),
            "attached a filter");
    held();
}
