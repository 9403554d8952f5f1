/* Reserves 64 GiB of addresses, of which it uses a few pages.
 *
 * expect: AC
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    const size_t size = 64ull << 30;
    int *table = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (table == MAP_FAILED) return perror("mmap"), 1;
    int n, value;
    scanf("%d", &n);
    for (size_t step = size / sizeof *table / 8, i = 0; n-- > 0 && scanf("%d", &value) == 1;) {
        int before = table[i];
        i += step;
        table[i] = before + value;
        if (n == 0) printf("%d\n", table[i]);
    }
}
