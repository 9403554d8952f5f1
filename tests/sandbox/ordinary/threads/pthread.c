/* Four threads of pthread with a mutex, a barrier and a condition.
 *
 * expect: AC
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int values[100], n, sum, ready;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t start = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t all;

static void *add(void *which) {
    pthread_mutex_lock(&lock);
    while (!ready) pthread_cond_wait(&start, &lock);
    for (int i = (int)(size_t)which; i < n; i += 4) sum += values[i];
    pthread_mutex_unlock(&lock);
    pthread_barrier_wait(&all);
    return NULL;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&all, NULL, 4);
    for (size_t i = 0; i < 4; i++) {
        int error = pthread_create(&threads[i], NULL, add, (void *)i);
        if (error) return fprintf(stderr, "pthread_create: %s\n", strerror(error)), 1;
    }
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%d", &values[i]);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_broadcast(&start);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    printf("%d\n", sum);
}
