/* Sends one byte of a page of a file through a socket, and then empties the file: the socket keeps the
 * whole page, and counts one byte.
 *
 * promise: hidden-memory
 * expect: AC MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * time: 2
 */
#include "escape.h"
#include <sys/sendfile.h>

static char page[4096];

static int send_page(int socket, int file) {
    off_t begin = 0;
    if (pwrite(file, page, sizeof page, 0) != sizeof page) exit(1);
    ssize_t sent = sendfile(socket, file, &begin, 1);
    if (ftruncate(file, 0)) exit(1);
    return sent == 1;
}

int main(void) {
    int file = open("file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (int i = 0; i < 100; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) return 1;
        if (!send_page(pair[0], file)) held();
        while (send_page(pair[0], file)) {}
    }
    nap(0.05);
    escaped("100 MiB of pages in 100 pairs of sockets");
}
