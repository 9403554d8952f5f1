#include <stdio.h>
int main(void) {
    int n, value, last = -1, length = 0, best = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) {
        length = value == last ? length + 1 : 1;
        last = value;
        if (length > best) best = length;
    }
    printf("%d\n", best);
}
