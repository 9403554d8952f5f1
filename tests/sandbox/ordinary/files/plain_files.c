/* The files of older contests: writes input.txt and output.txt in its folder with freopen.
 *
 * expect: AC
 */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int n, value, sum = 0;
    scanf("%d", &n);
    FILE *copy = fopen("input.txt", "w");
    if (!copy) return perror("input.txt"), 1;
    while (n-- > 0 && scanf("%d", &value) == 1) fprintf(copy, "%d ", value);
    fclose(copy);
    if (access("input.txt", R_OK | W_OK)) return perror("access"), 2;
    if (!freopen("input.txt", "r", stdin)) return perror("freopen"), 3;
    while (scanf("%d", &value) == 1) sum += value;
    if (rename("input.txt", "output.txt") || truncate("output.txt", 2)) return perror("rename"), 4;
    printf("%d\n", sum);
}
