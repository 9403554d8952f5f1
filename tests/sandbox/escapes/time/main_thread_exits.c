/* The first thread ends, which looks like the end of the process; a second thread computes on.
 *
 * promise: cpu-time
 * expect: TLE
 * holds: all
 */
#include "escape.h"
#include <pthread.h>

static void *work(void *unused) {
    burn(2);
    escaped("2 s of CPU time behind a thread that ended");
    return unused;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL)) return 1;
    pthread_exit(NULL);
}
