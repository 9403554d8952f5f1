// The advantage by intervals, with the whole table printed after each round.
// Wrong: the table was to be a debug output. A short row gets a wrong answer for it, a long one
// fills the output limit: N rounds of N^2 numbers are O(N^3) output. It gives up by itself at 40 MB.

#include <algorithm>
#include <cstdio>
#include <vector>

constexpr long enough = 40'000'000;

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<long long> v(n);
    for (long long& value : v) std::scanf("%lld", &value);

    std::vector<std::vector<long long>> lead(n, std::vector<long long>(n));
    long long total = 0;
    long printed = 0;
    for (int l = n - 1; l >= 0; --l) {
        total += v[l];
        lead[l][l] = v[l];
        for (int r = l + 1; r < n; ++r)
            lead[l][r] = std::max(v[l] - lead[l + 1][r], v[r] - lead[l][r - 1]);
        for (const auto& row : lead) {
            for (long long cell : row) printed += std::printf("%lld ", cell);
            printed += std::printf("\n");
            if (printed > enough) return 0;
        }
    }
    const long long d = lead[0][n - 1];
    std::printf("%lld\n", (total - d) / 2 + d);
}
