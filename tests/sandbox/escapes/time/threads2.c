/* Computes in two threads, each below the limit; together they exceed it.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 */
#include "escape.h"
#include <pthread.h>

static void *work(void *unused) {
    burn(0.35);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        if (pthread_create(&threads[i], NULL, work, NULL)) return 1;
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    escaped("0.7 s of CPU time in two threads");
}
