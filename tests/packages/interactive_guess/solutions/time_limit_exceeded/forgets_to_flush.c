/* Waits for an answer to a guess that it never sent, and the judge for a guess. */
#include <stdio.h>
int main(void) {
    char answer[16];
    printf("500\n");
    return scanf("%15s", answer) != 1;
}
