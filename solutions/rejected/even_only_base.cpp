// The four-call recurrence with the one base j = i + 1, memo in a map. O(N^2 log N) time.
// Wrong: it was written where N is always even. An odd row steps over the base and recurses
// without end, until the stack is full: a crash, or the memory limit if that is hit first.
// N = 1 already shows it.

#include <algorithm>
#include <cstdio>
#include <map>
#include <utility>

static std::map<std::pair<int, int>, long long> memo;
static std::map<int, long long> v;

static long long best(int i, int j) {
    if (j == i + 1) return std::max(v[i], v[j]);
    if (const auto known = memo.find({i, j}); known != memo.end()) return known->second;
    const long long middle = best(i + 1, j - 1);
    const long long left = v[i] + std::min(best(i + 2, j), middle);
    const long long right = v[j] + std::min(middle, best(i, j - 2));
    return memo[{i, j}] = std::max(left, right);
}

int main() {
    int n;
    std::scanf("%d", &n);
    for (int i = 0; i < n; ++i) std::scanf("%lld", &v[i]);
    std::printf("%lld\n", best(0, n - 1));
}
