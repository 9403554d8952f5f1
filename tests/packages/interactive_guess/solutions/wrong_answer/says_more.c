#include <stdio.h>
#include <string.h>
int main(void) {
    char answer[16];
    for (int guess = 500; guess > 0; guess = guess == 500 ? 1 : guess == 1 ? 999 : 0) {
        printf("%d\n", guess);
        fflush(stdout);
        if (scanf("%15s", answer) == 1 && !strcmp(answer, "equal")) break;
    }
    puts("found");
}
