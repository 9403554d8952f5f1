/* Watches many descriptors with many epolls: kernel memory, a little for each.
 *
 * promise: hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 32
 * time: 1
 */
#include "escape.h"
#include <sys/epoll.h>
#include <sys/eventfd.h>

static void hold(void) {
    int watched[500];
    struct epoll_event event = {.events = EPOLLIN};
    for (int i = 0; i < 500; i++)
        if ((watched[i] = eventfd(0, EFD_CLOEXEC)) < 0) _exit(1);
    for (int k = 0; k < 500; k++) {
        int watcher = epoll_create1(EPOLL_CLOEXEC);
        if (watcher < 0) _exit(1);
        for (int i = 0; i < 500; i++)
            if (epoll_ctl(watcher, EPOLL_CTL_ADD, watched[i], &event)) _exit(1);
    }
}

int main(void) {
    int failed = 0, status;
    for (int i = 0; i < 4; i++)
        if (child() == 0) {
            hold();
            nap(0.1);
            _exit(0);
        }
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("a million watches");
}
