// The advantage of the player to move, top-down without a memo.
// Too slow: O(2^N) time. O(N) memory, so only the clock stops it; about 30 coins are already too many.

#include <algorithm>
#include <cstdio>

static long long v[1000];

static long long lead(int l, int r) {
    if (l == r) return v[l];
    return std::max(v[l] - lead(l + 1, r), v[r] - lead(l, r - 1));
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
