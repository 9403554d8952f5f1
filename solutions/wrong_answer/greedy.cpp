// Both players take the larger of the two ends. O(N).
// Wrong: the larger coin may uncover a still larger one for the opponent.
// Shown by: 4 / 20 30 2 2 -> right 32, prints 22

#include <cstdio>
#include <vector>

int main() {
    int n;
    std::scanf("%d", &n);
    std::vector<long long> v(n);
    for (long long& value : v) std::scanf("%lld", &value);
    long long sum = 0;
    int l = 0, r = n - 1;
    for (int move = 0; move < n; ++move) {
        const long long coin = v[l] >= v[r] ? v[l++] : v[r--];
        if (move % 2 == 0) sum += coin;
    }
    std::printf("%lld\n", sum);
}
