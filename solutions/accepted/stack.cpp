// O(N log N), without a table.
//
// Three neighbours a <= b >= c play like one coin a - b + c. The idea: nobody gains by being the
// first to take a or c, since the other then takes b; when one has to, the three go in a row and
// leave the turn where one coin would. (The one coin may be worth 0 or less; the rule holds for such
// coins too.) One pass with a stack does all these replacements. What is left has no peak inside: it
// falls and then rises, so its largest coin is always at an end, and taking it is best play. The
// players take what is left from the largest down, in turn, and that gives the lead d.
// The answer is (T - d) / 2 + d with the total T of the coins as they were.

#include <algorithm>
#include <cstdio>
#include <functional>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    long long total = 0;
    std::vector<long long> row;
    for (int i = 0; i < n; ++i) {
        long long value;
        std::scanf("%lld", &value);
        total += value;
        row.push_back(value);
        for (size_t k = row.size(); k >= 3 && row[k - 3] <= row[k - 2] && row[k - 2] >= row[k - 1]; k -= 2) {
            row[k - 3] += row[k - 1] - row[k - 2];
            row.resize(k - 2);
        }
    }
    std::sort(row.begin(), row.end(), std::greater<>());
    long long d = 0;
    for (size_t i = 0; i < row.size(); ++i) d += i % 2 == 0 ? row[i] : -row[i];
    std::printf("%lld\n", (total - d) / 2 + d);
}
