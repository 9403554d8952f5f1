/* The honest submission of the interactive entries: answers each number with its successor. */
#include "escape.h"

int main(void) {
    int number;
    while (scanf("%d", &number) == 1) {
        printf("%d\n", number + 1);
        fflush(stdout);
    }
    usleep(50000); /* so that the order of the two endings is clear */
    return 0;
}
