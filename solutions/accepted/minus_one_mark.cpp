// The advantage with a memo in which -1 means "unknown" - although -1 is a legal advantage.
//
// It looks like a bug and is none. A lead has the parity of the interval's sum, so -1 does occur
// (1 3 1: whoever moves loses by one), and such a state is computed anew at each visit. But with
// an even number of coins the mover never gets less than the opponent, so it occurs only at odd
// lengths: between two states that forget there is always a layer that remembers. A constant
// factor, no wrong answer. O(N^2) time and memory.

#include <algorithm>
#include <cstdio>

static long long v[1000];
static long long memo[1000][1000];

static long long lead(int l, int r) {
    if (l == r) return v[l];
    if (memo[l][r] != -1) return memo[l][r];
    return memo[l][r] = std::max(v[l] - lead(l + 1, r), v[r] - lead(l, r - 1));
}

int main() {
    int n;
    std::scanf("%d", &n);
    long long total = 0;
    for (int i = 0; i < n; ++i) {
        std::scanf("%lld", &v[i]);
        total += v[i];
    }
    for (auto& row : memo) std::fill(row, row + 1000, -1);
    const long long d = lead(0, n - 1);
    std::printf("%lld\n", (total - d) / 2 + d);
}
