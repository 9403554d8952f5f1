/* Connects to a socket of its own that accepts nobody: each connection that waits holds what its client
 * sent before it left.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 */
#include "escape.h"
#include <sys/un.h>

static char block[32 * 1024];

int main(void) {
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "listener"};
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (listener < 0 || bind(listener, (struct sockaddr *)&name, sizeof name)) return 1;
    if (listen(listener, 1000)) return 1;
    for (int i = 0; i < 600; i++) {
        int client = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
        if (client < 0 || connect(client, (struct sockaddr *)&name, sizeof name)) return 1;
        while (send(client, block, sizeof block, MSG_DONTWAIT) > 0) {}
        close(client);
    }
    escaped("600 connections with data wait");
}
