/* Pages with other rights: mprotect, code that is written and run, huge pages where there are some.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>

int main(void) {
    char *pages = mmap(NULL, 1 << 22, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return perror("mmap"), 1;
    madvise(pages, 1 << 22, MADV_HUGEPAGE);
    pages = mremap(pages, 1 << 22, 1 << 23, MREMAP_MAYMOVE);
    if (pages == MAP_FAILED) return perror("mremap"), 2;
#if defined(__x86_64__)
    memcpy(pages, "\x8d\x04\x37\xc3", 4); /* lea (%rdi,%rsi), %eax; ret */
    if (mprotect(pages, 4096, PROT_READ | PROT_EXEC)) return perror("mprotect"), 3;
    int (*add)(int, int);
    memcpy(&add, &pages, sizeof add);
#else
    static int plus(int a, int b) { return a + b; }
    int (*add)(int, int) = plus;
#endif
    if (madvise(pages + 8192, 4096, MADV_DONTNEED) || prctl(PR_SET_NAME, "solution")) return 4;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum = add(sum, value);
    printf("%d\n", sum);
}
