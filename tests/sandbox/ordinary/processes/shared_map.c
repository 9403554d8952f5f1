/* Shares a page with its child by an anonymous mapping.
 *
 * expect: AC
 * differs: namespaces landlock: RTE: hidden-memory
 * why: such a mapping is memory that nothing counts without a control group (ENOMEM)
 */
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int *sum = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (sum == MAP_FAILED) return perror("mmap"), 1;
    if (fork() == 0) {
        int n, value;
        scanf("%d", &n);
        while (n-- > 0 && scanf("%d", &value) == 1) *sum += value;
        return 0;
    }
    wait(NULL);
    printf("%d\n", *sum);
}
