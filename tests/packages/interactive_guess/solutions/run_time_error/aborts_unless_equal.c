#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char answer[16];
    puts("500");
    fflush(stdout);
    if (scanf("%15s", answer) == 1 && strcmp(answer, "equal")) abort();
}
