/* Sends itself descriptors and receives none: the kernel counts those in flight for a user, and lets
 * that user's processes send no more, the judge's among them.
 *
 * promise: others-unharmed
 * expect: AC
 * holds: all
 * victim: runs
 * time: 1
 */
#include "escape.h"

int main(void) {
    enum { COUNT = 250 };
    union {
        char space[CMSG_SPACE(COUNT * sizeof(int))];
        struct cmsghdr align;
    } ancillary = {.space = ""};
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = ancillary.space,
                             .msg_controllen = sizeof ancillary.space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(COUNT * sizeof(int)); /* zeros: COUNT times stdin */
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
    for (int i = 0; i < 100 && sendmsg(pair[0], &message, MSG_DONTWAIT) == 1; i++) {}
    nap(0.3);
    held();
}
