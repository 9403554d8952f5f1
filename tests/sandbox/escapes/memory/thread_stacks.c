/* Spreads the memory over the stacks of many threads.
 *
 * promise: memory-limit
 * expect: MLE
 * groupless: RTE
 * holds: all
 */
#include "escape.h"
#include <pthread.h>

static void *work(void *unused) {
    char block[960 * 1024];
    touch(block, sizeof block);
    nap(0.3);
    return unused;
}

int main(void) {
    pthread_t threads[110];
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, MIB);
    for (int i = 0; i < 110; i++)
        if (pthread_create(&threads[i], &small, work, NULL)) return 1;
    for (int i = 0; i < 110; i++) pthread_join(threads[i], NULL);
    escaped("100 MiB on the stacks of threads");
}
