// The sum form, but the opponent helps: of the two intervals that a move of the opponent can leave
// the one that is better for the first player is counted. O(N^2) time and memory.
// Wrong: max where a min belongs.
// Shown by: 4 / 20 30 2 2 -> right 32, prints 50

#include <algorithm>
#include <cstdio>

static long long v[1000];
static long long best[1002][1002];  // best[i][j]: coins i..j-1, so that empty intervals need no test

int main() {
    int n;
    std::scanf("%d", &n);
    for (int i = 0; i < n; ++i) std::scanf("%lld", &v[i]);
    for (int i = n - 1; i >= 0; --i) {
        best[i][i + 1] = v[i];
        for (int j = i + 2; j <= n; ++j)
            best[i][j] = std::max(v[i] + std::max(best[i + 2][j], best[i + 1][j - 1]),
                                  v[j - 1] + std::max(best[i + 1][j - 1], best[i][j - 2]));
    }
    std::printf("%lld\n", best[0][n]);
}
