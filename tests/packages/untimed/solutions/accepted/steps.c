// Takes some 50 thousand steps for each unit of the sum: slow enough that its time is seen.
#include <stdio.h>

int main(void) {
    int n, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 1; i <= n; i++) {
        for (volatile int step = 0; step < 50000; step++) {
        }
        sum += i;
    }
    printf("%d\n", sum);
}
