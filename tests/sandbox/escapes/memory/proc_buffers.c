/* Keeps files of /proc open. The kernel keeps the text of each until it is closed: here the list of what
 * an epoll watches, which is as long as the program likes. Where a child may not read it, the first
 * process does so alone.
 *
 * promise: hidden-memory
 * expect: MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 8
 * time: 3
 */
#include "escape.h"
#include <sys/epoll.h>

enum { WATCHES = 450, READERS = 450, CHILDREN = 3 };

/* One pipe under many numbers counts as one, and each number is watched. */
static int hold_lists(void) {
    char path[64], byte;
    int pipes[2], watcher = epoll_create1(EPOLL_CLOEXEC), lists = 0;
    struct epoll_event event = {.events = EPOLLIN};
    if (watcher < 0 || pipe(pipes)) exit(1);
    for (int i = 0; i < WATCHES; i++) {
        int copy = dup(pipes[0]);
        if (copy < 0 || epoll_ctl(watcher, EPOLL_CTL_ADD, copy, &event)) exit(1);
    }
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", watcher);
    while (lists < READERS) {
        int list = open(path, O_RDONLY | O_CLOEXEC);
        if (list < 0 || read(list, &byte, 1) != 1) break;
        lists++;
    }
    return lists;
}

int main(void) {
    for (int i = 0; i < CHILDREN; i++)
        if (child() == 0) {
            hold_lists();
            nap(0.3);
            _exit(0);
        }
    int lists = hold_lists();
    nap(0.2);
    escaped("%d lists of 64 KiB in the first process", lists);
}
