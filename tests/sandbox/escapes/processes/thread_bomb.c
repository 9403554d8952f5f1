/* Starts threads until it cannot, 300 at most: they count as processes do.
 *
 * promise: process-limit
 * expect: AC
 * holds: cgroup2 cgroup1 namespaces landlock@user rlimits@user
 * time: 2
 * memory: 512
 */
#include "escape.h"
#include <pthread.h>

static void *work(void *unused) {
    nap(0.4);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (int i = 0; i < 300; i++)
        if (pthread_create(&thread, &small, work, NULL)) held();
    escaped("300 threads");
}
