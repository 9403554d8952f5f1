/* Reads everything in one piece, after it has asked for the size, and once again from the start.
 *
 * expect: AC
 */
#include <stdio.h>
#include <stdlib.h>

static int sum_of(char *text) {
    int n = (int)strtol(text, &text, 10), sum = 0;
    while (n-- > 0) sum += (int)strtol(text, &text, 10);
    return sum;
}

int main(void) {
    static char text[1 << 16];
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    int first = sum_of(text);
    rewind(stdin);
    text[fread(text, 1, sizeof text - 1, stdin)] = 0;
    if (first != sum_of(text)) return 1;
    printf("%d\n", first);
}
