/* Catches signals: SIGFPE with longjmp, SIGINT from itself, a broken pipe.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile sig_atomic_t interrupted;

static void jump(int number) { siglongjmp(back, number); }
static void note(int number) { (void)number, interrupted = 1; }

int main(void) {
    static char other[1 << 16];
    stack_t stack = {.ss_sp = other, .ss_size = sizeof other};
    struct sigaction action = {.sa_handler = jump, .sa_flags = SA_ONSTACK | SA_NODEFER};
    if (sigaltstack(&stack, NULL) || sigaction(SIGSEGV, &action, NULL)) return perror("sigaltstack"), 1;
    volatile int *nothing = NULL;
    if (sigsetjmp(back, 1) == 0) return *nothing;
    signal(SIGINT, note);
    raise(SIGINT);
    kill(getpid(), SIGINT);
    signal(SIGPIPE, SIG_IGN);
    int ends[2];
    if (!interrupted || pipe(ends) || close(ends[0])) return 2;
    if (write(ends[1], "x", 1) != -1 || errno != EPIPE) return perror("write"), 3;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
