// Both players look 4 moves ahead: each takes the end that is best for the lead when the game is
// cut off after that many moves, the left one if both are. O(N 2^depth).
// Wrong: what lies deeper is not seen.
// Shown by: 5 / 3 5 3 1 2 -> right 8, prints 7

#include <algorithm>
#include <cstdio>

constexpr int look_ahead = 4;

static long long v[1000];

// The mover's lead on coins l..r if the game ends after `depth` more moves.
static long long lead(int l, int r, int depth) {
    if (l > r || depth == 0) return 0;
    return std::max(v[l] - lead(l + 1, r, depth - 1), v[r] - lead(l, r - 1, depth - 1));
}

int main() {
    int n;
    std::scanf("%d", &n);
    for (int i = 0; i < n; ++i) std::scanf("%lld", &v[i]);
    long long sums[2] = {0, 0};
    int l = 0, r = n - 1;
    for (int move = 0; move < n; ++move) {
        const long long left = v[l] - lead(l + 1, r, look_ahead - 1);
        const long long right = v[r] - lead(l, r - 1, look_ahead - 1);
        sums[move % 2] += left >= right ? v[l++] : v[r--];
    }
    std::printf("%lld\n", sums[0]);
}
