/* The honest judge of the interactive entries: asks for the successor of a number ten times, then
 * writes "done". Exit code 42: all answers are right, 43: an answer is wrong or missing. */
#include "escape.h"

int main(void) {
    signal(SIGPIPE, SIG_IGN);
    for (int i = 0; i < 10; i++) {
        int answer;
        printf("%d\n", i);
        if (fflush(stdout) || scanf("%d", &answer) != 1 || answer != i + 1) {
            usleep(50000); /* so that the order of the two endings is clear */
            return 43;
        }
    }
    puts("done");
    return 42;
}
