/* A fast reader over getchar_unlocked, with an own buffer for stdin.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <stdio.h>

static char buffer[1 << 16];

static int number(void) {
    int c = getchar_unlocked(), value = 0;
    while (c != EOF && (c < '0' || c > '9')) c = getchar_unlocked();
    for (; c >= '0' && c <= '9'; c = getchar_unlocked()) value = 10 * value + c - '0';
    return value;
}

int main(void) {
    setvbuf(stdin, buffer, _IOFBF, sizeof buffer);
    int n = number(), sum = 0;
    while (n-- > 0) sum += number();
    printf("%d\n", sum);
}
