/* scanf until the end of the input.
 *
 * expect: AC
 */
#include <stdio.h>

int main(void) {
    int n, value, sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    while (scanf("%d", &value) != EOF) sum += value;
    printf("%d\n", sum);
}
