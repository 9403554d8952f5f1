/* Ends its first thread: from then on the process shows no memory of its own, and the others go on.
 *
 * promise: memory-limit hidden-memory
 * expect: MLE
 * groupless: RTE
 * holds: cgroup2 cgroup1 namespaces landlock
 */
#include "escape.h"
#include <pthread.h>

static void *work(void *unused) {
    nap(0.02);
    for (int i = 0; i < 4; i++)
        if (child() == 0) {
            char *block = map_memory(40 * MIB, MAP_PRIVATE);
            if (!block) _exit(1);
            touch(block, 40 * MIB);
            nap(0.15);
            _exit(0);
        }
    while (wait(NULL) > 0) {}
    escaped("160 MiB after the first thread");
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL)) return 1;
    pthread_exit(NULL);
}
