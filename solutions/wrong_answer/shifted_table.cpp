// The four-call recurrence by diagonals, with three slips at its borders: < where <= belongs, so
// that intervals of one coin count as empty, and v[i] for both ends. O(N^2) time and memory.
// Shown by: 4 / 16 20 27 31 -> right 51, prints 36

#include <algorithm>
#include <cstdio>

static long long v[1000];
static long long table[1000][1000];

int main() {
    int n;
    std::scanf("%d", &n);
    for (int i = 0; i < n; ++i) std::scanf("%lld", &v[i]);
    for (int gap = 0; gap < n; ++gap)
        for (int i = 0, j = gap; j < n; ++i, ++j) {
            const long long x = i + 2 < j ? table[i + 2][j] : 0;
            const long long y = i + 1 < j - 1 ? table[i + 1][j - 1] : 0;
            const long long z = i < j - 2 ? table[i][j - 2] : 0;
            table[i][j] = std::max(v[i] + std::min(x, y), v[i] + std::min(y, z));
        }
    std::printf("%lld\n", table[0][n - 1]);
}
