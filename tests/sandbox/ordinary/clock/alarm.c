/* A timer that sets a flag, as a clock for a search: SIGALRM, setitimer, timer_create.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t rung;

static void ring(int number) { (void)number, rung++; }

int main(void) {
    signal(SIGALRM, ring);
    signal(SIGPROF, ring);
    signal(SIGUSR1, ring);
    struct itimerval soon = {.it_value = {.tv_usec = 5000}};
    if (setitimer(ITIMER_REAL, &soon, NULL)) return perror("setitimer"), 1;
    while (rung < 1) pause();
    if (setitimer(ITIMER_PROF, &soon, NULL)) return perror("setitimer"), 2;
    while (rung < 2) {}
    timer_t timer;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    struct itimerspec later = {.it_value = {.tv_nsec = 5000000}};
    if (timer_create(CLOCK_MONOTONIC, &event, &timer)) return perror("timer_create"), 3;
    if (timer_settime(timer, 0, &later, NULL)) return perror("timer_settime"), 4;
    while (rung < 3) usleep(1000);
    alarm(30);
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
