/* Several processes, each of which ends its first thread before the others take memory: a process shows
 * neither memory nor page tables through a first thread that is gone.
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
    char *block = map_memory(40 * MIB, MAP_PRIVATE);
    if (!block) _exit(1);
    touch(block, 40 * MIB);
    nap(0.15);
    _exit(0);
    return unused;
}

int main(void) {
    int failed = 0, status;
    for (int i = 0; i < 4; i++)
        if (child() == 0) {
            pthread_t thread;
            if (pthread_create(&thread, NULL, work, NULL)) _exit(1);
            pthread_exit(NULL);
        }
    while (wait(&status) > 0) failed |= status;
    if (failed) return 1;
    escaped("160 MiB of processes without a first thread");
}
