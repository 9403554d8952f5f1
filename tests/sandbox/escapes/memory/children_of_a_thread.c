/* A thread starts the processes that take the memory: they are not among the children of the first.
 *
 * promise: memory-limit
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <pthread.h>

static void *work(void *unused) {
    for (int i = 0; i < 4; i++)
        if (child() == 0) {
            char *block = map_memory(40 * MIB, MAP_PRIVATE);
            if (!block) _exit(1);
            touch(block, 40 * MIB);
            nap(0.15);
            _exit(0);
        }
    while (wait(NULL) > 0) {}
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL)) return 1;
    pthread_join(thread, NULL);
    escaped("160 MiB in children of a thread");
}
