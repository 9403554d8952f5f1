/* Maps its input into memory, the fastest way to read it.
 *
 * expect: AC
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>

int main(void) {
    struct stat status;
    if (fstat(0, &status)) return perror("fstat"), 1;
    char *text = mmap(NULL, (size_t)status.st_size + 1, PROT_READ, MAP_PRIVATE, 0, 0);
    if (text == MAP_FAILED) return perror("mmap"), 1;
    madvise(text, (size_t)status.st_size, MADV_SEQUENTIAL | MADV_WILLNEED);
    int n = (int)strtol(text, &text, 10), sum = 0;
    while (n-- > 0) sum += (int)strtol(text, &text, 10);
    printf("%d\n", sum);
}
