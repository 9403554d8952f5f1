/* Forks, hands the sum over through a pipe, and waits.
 *
 * expect: AC
 */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2], status, n, value, sum = 0;
    if (pipe(ends)) return perror("pipe"), 1;
    pid_t child = fork();
    if (child < 0) return perror("fork"), 2;
    if (child == 0) {
        scanf("%d", &n);
        while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
        return write(ends[1], &sum, sizeof sum) != sizeof sum;
    }
    if (waitpid(child, &status, 0) != child || status) return perror("waitpid"), 3;
    if (read(ends[0], &sum, sizeof sum) != sizeof sum) return 4;
    printf("%d\n", sum);
}
