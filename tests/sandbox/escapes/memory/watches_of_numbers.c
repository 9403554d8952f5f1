/* An epoll has a watch for each number that a file had when it was added, although the number is closed:
 * a few descriptors hold many watches.
 *
 * promise: hidden-memory
 * expect: MLE
 * holds: cgroup2 cgroup1 namespaces landlock
 * memory: 8
 * time: 2
 */
#include "escape.h"
#include <sys/epoll.h>

enum { WATCHERS = 10, FILES = 24, FIRST = 100, LAST = 1020 };

int main(void) {
    int watchers[WATCHERS], files[FILES];
    struct epoll_event event = {.events = EPOLLIN};
    for (int i = 0; i < WATCHERS; i++) watchers[i] = epoll_create1(EPOLL_CLOEXEC);
    for (int i = 0; i < FILES; i += 2)
        if (pipe(files + i)) return 1;
    for (int i = 0; i < FILES; i++)
        for (int number = FIRST; number < LAST; number++) {
            if (dup2(files[i], number) < 0) return 1;
            for (int k = 0; k < WATCHERS; k++)
                if (epoll_ctl(watchers[k], EPOLL_CTL_ADD, number, &event)) return 1;
            close(number);
        }
    nap(2.2); /* to list so many takes long */
    escaped("220000 watches with 34 descriptors");
}
