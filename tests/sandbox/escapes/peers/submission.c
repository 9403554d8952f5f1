/* The honest submission of the interactive entries: says what comes after a number until there is
 * none. */
#include "escape.h"

int main(void) {
    int number;
    while (scanf("%d", &number) == 1) {
        printf("%d\n", number + 1);
        fflush(stdout);
    }
    return 0;
}
