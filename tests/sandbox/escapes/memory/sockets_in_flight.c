/* Fills sockets, sends them through another one, and closes them: no process holds them any more, but
 * they live as long as the message that carries them is not received.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"

static char block[32 * 1024];

static int send_descriptors(int through, const int *fds, size_t count) {
    char byte = 0, control[CMSG_SPACE(2 * sizeof(int))] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(header), fds, count * sizeof(int));
    return sendmsg(through, &message, MSG_DONTWAIT) == 1 ? 0 : -1;
}

int main(void) {
    int carrier[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, carrier)) return 1;
    for (int i = 0; i < 300; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
        for (int side = 0; side < 2; side++)
            while (send(pair[side], block, sizeof block, MSG_DONTWAIT) > 0) {}
        if (send_descriptors(carrier[0], pair, 2)) return 1;
        close(pair[0]);
        close(pair[1]);
    }
    escaped("300 pairs of sockets in flight");
}
