/* The honest judge of the interactive entries: asks ten times what comes after a number, then says
 * "done". 42: all right, 43: a wrong answer or none. */
#include "escape.h"

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 10; i++) {
        int answer;
        printf("%d\n", i);
        if (fflush(stdout) || scanf("%d", &answer) != 1 || answer != i + 1) {
            usleep(50000); /* so that there is no doubt who ended first */
            return 43;
        }
    }
    puts("done");
    return 42;
}
