// The advantage of the player to move, top-down with a memo.
//
// lead(l, r) = max(v[l] - lead(l+1, r), v[r] - lead(l, r-1)); answer (T - d) / 2 + d.
// A second table says what is known, so that no value has to serve as a mark.
// O(N^2) time and memory, recursion N deep.

#include <algorithm>
#include <cstdio>

static long long v[1000];
static long long memo[1000][1000];
static bool known[1000][1000];

static long long lead(int l, int r) {
    if (l > r) return 0;
    if (!known[l][r]) {
        memo[l][r] = std::max(v[l] - lead(l + 1, r), v[r] - lead(l, r - 1));
        known[l][r] = true;
    }
    return memo[l][r];
}

int main() {
    int n;
    std::scanf("%d", &n);
    long long total = 0;
    for (int i = 0; i < n; ++i) {
        std::scanf("%lld", &v[i]);
        total += v[i];
    }
    const long long d = lead(0, n - 1);
    std::printf("%lld\n", (total - d) / 2 + d);
}
