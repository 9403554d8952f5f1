/* Opens /dev/zero for reading and writing, and maps it: memory, as it was taken before MAP_ANONYMOUS.
 *
 * expect: AC
 * differs: namespaces landlock: RTE: hidden-memory
 * why: a mapping of /dev/zero is memory that nothing counts without a control group (ENODEV, EACCES)
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    int zero = open("/dev/zero", O_RDWR);
    if (zero < 0) return perror("/dev/zero"), 1;
    int *sum = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, 0);
    if (sum == MAP_FAILED) return perror("mmap"), 2;
    int n, value;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) *sum += value;
    printf("%d\n", *sum);
}
