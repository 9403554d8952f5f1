/* Takes note of a run when another value follows: never of the last one. Right on every test. */
#include <stdio.h>
int main(void) {
    int n, value, last = -1, length = 0, best = 1;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) {
        if (value != last) {
            if (length > best) best = length;
            length = 0;
        }
        length++;
        last = value;
    }
    printf("%d\n", best);
}
