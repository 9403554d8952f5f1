// The reference: the advantage of the player to move, by intervals of growing length.
//
// lead[l][r] is what the mover gets from coins l..r minus what the opponent gets:
//     lead[l][r] = max(v[l] - lead[l+1][r], v[r] - lead[l][r-1])
// The two sums add up to the total T and differ by the lead d, so the answer is (T - d) / 2 + d.
// O(N^2) time and memory.

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<long long> v(n);
    for (long long& value : v) std::scanf("%lld", &value);

    std::vector<std::vector<long long>> lead(n, std::vector<long long>(n));
    for (int l = n - 1; l >= 0; --l) {
        lead[l][l] = v[l];
        for (int r = l + 1; r < n; ++r)
            lead[l][r] = std::max(v[l] - lead[l + 1][r], v[r] - lead[l][r - 1]);
    }

    long long total = 0;
    for (long long value : v) total += value;
    const long long d = lead[0][n - 1];
    std::printf("%lld\n", (total - d) / 2 + d);
}
