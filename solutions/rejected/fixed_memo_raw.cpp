// The four-call recurrence with a memo of 100 x 100 and nothing that checks the indices.
// Wrong: past a row's end lie the cells of the next row. At N = 101 those are cells that no interval
// uses; from N = 102 on some are in use, and one interval is answered with another's value. Past the
// end of the memo the behaviour is undefined: where the generous row of coins lies behind it, this
// never crashes and just prints wrong answers, the right one now and then; elsewhere it may crash.

#include <algorithm>
#include <cstdio>

static long long v[100000];
static long long memo[100][100];  // 0 is "unknown", a mover gets at least 1

static long long best(int i, int j) {
    if (i > j) return 0;
    if (i == j) return v[i];
    if (memo[i][j] == 0)
        memo[i][j] = std::max(v[i] + std::min(best(i + 2, j), best(i + 1, j - 1)),
                              v[j] + std::min(best(i + 1, j - 1), best(i, j - 2)));
    return memo[i][j];
}

int main() {
    int n;
    std::scanf("%d", &n);
    for (int i = 0; i < n; ++i) std::scanf("%lld", &v[i]);
    std::printf("%lld\n", best(0, n - 1));
}
