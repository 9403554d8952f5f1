// 1 GiB from calloc and a static array of 800 MB, of both of which it touches little: they have to
// fit into addresses, not into memory.
//
// expect: AC
#include <cstdio>
#include <cstdlib>

static int table[200'000'000];

int main() {
    int *more = static_cast<int *>(calloc(1 << 28, sizeof(int)));
    if (!more) return perror("calloc"), 1;
    int n, value;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) table[100'000'000] += value, more[1 << 27] -= value;
    printf("%d\n", table[100'000'000] + more[1 << 27] + table[100'000'000]);
}
