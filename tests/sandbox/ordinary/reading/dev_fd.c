/* Reads its input by the name of the descriptor, and writes its output in the same way.
 *
 * expect: AC
 */
#include <stdio.h>

int main(void) {
    FILE *in = fopen("/dev/fd/0", "r"), *out = fopen("/dev/fd/1", "w");
    if (!in || !out) return perror("/dev/fd"), 1;
    int n, value, sum = 0;
    if (fscanf(in, "%d", &n) != 1) return 1;
    while (n-- > 0 && fscanf(in, "%d", &value) == 1) sum += value;
    fprintf(out, "%d\n", sum);
}
