// The lead of the first player over the second. O(N^2) time, O(N) memory.
// Wrong: it answers another question, the sum was asked for.
// Shown by: 4 / 20 30 2 2 -> right 32, prints 10

#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<long long> v(n);
    for (long long& value : v) std::scanf("%lld", &value);
    std::vector<long long> lead = v;
    for (int length = 2; length <= n; ++length)
        for (int l = 0; l + length <= n; ++l) lead[l] = std::max(v[l] - lead[l + 1], v[l + length - 1] - lead[l]);
    std::printf("%lld\n", lead[0]);
}
