// The advantage with a memo of 100 x 100, accessed by at(). O(N^2) time and memory.
// Wrong: at() throws std::out_of_range from N = 101 on. Its twin in rejected/ does without at().

#include <algorithm>
#include <array>
#include <cstdio>

static long long v[1000];
static std::array<std::array<long long, 100>, 100> memo;
static std::array<std::array<bool, 100>, 100> known;

static long long lead(int l, int r) {
    if (l > r) return 0;
    if (!known.at(l).at(r)) {
        memo.at(l).at(r) = std::max(v[l] - lead(l + 1, r), v[r] - lead(l, r - 1));
        known.at(l).at(r) = true;
    }
    return memo.at(l).at(r);
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
