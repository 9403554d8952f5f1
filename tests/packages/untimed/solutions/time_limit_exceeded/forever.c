// Right where n is small, and never done where it is not.
#include <stdio.h>

int main(void) {
    volatile int n;
    if (scanf("%d", (int *)&n) != 1) return 1;
    while (n > 5) {
    }
    printf("%d\n", n * (n + 1) / 2);
}
