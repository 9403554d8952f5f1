/* The honest submission of the interactive entries: says what comes after a number until there is
 * none. */
#include "escape.h"

int main(void) {
    int number;
    while (scanf("%d", &number) == 1) {
        printf("%d\n", number + 1);
        fflush(stdout);
    }
    usleep(50000); /* so that there is no doubt who ended first */
    return 0;
}
