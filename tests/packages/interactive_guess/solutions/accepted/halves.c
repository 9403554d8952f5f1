#include <stdio.h>
#include <string.h>
int main(void) {
    char answer[16];
    int low = 1, high = 1000;
    for (;;) {
        int guess = (low + high) / 2;
        printf("%d\n", guess);
        fflush(stdout);
        if (scanf("%15s", answer) != 1 || !strcmp(answer, "equal")) return 0;
        if (!strcmp(answer, "lower")) high = guess - 1;
        else low = guess + 1;
    }
}
