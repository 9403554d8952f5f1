// The advantage by intervals for at most 999 coins. O(N^2) time and memory.
// Wrong: off by one at the largest size. "N < 1000" was read for "N <= 1000" and the row is cut to
// what the arrays hold, so coin 1000 is never seen.
// Shown by: any row of 1000 coins whose answer changes without the last one, and by no shorter row

#include <algorithm>
#include <cstdio>

constexpr int max_n = 999;

static long long v[max_n];
static long long lead[max_n][max_n];

int main() {
    int n;
    std::scanf("%d", &n);
    n = std::min(n, max_n);
    long long total = 0;
    for (int i = 0; i < n; ++i) {
        std::scanf("%lld", &v[i]);
        total += v[i];
    }
    for (int l = n - 1; l >= 0; --l) {
        lead[l][l] = v[l];
        for (int r = l + 1; r < n; ++r) lead[l][r] = std::max(v[l] - lead[l + 1][r], v[r] - lead[l][r - 1]);
    }
    const long long d = lead[0][n - 1];
    std::printf("%lld\n", (total - d) / 2 + d);
}
