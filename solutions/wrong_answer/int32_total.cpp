// The interval DP with sums of type int. O(N^2) time and memory.
// Wrong: the recurrence is right, but sums past 2^31 - 1 wrap around.
// Shown by: 4 / 1000000000 1000000000 1000000000 1000000000 -> right 2000000000, prints -147483648

#include <algorithm>
#include <cstdio>

static int v[1000];
static int lead[1000][1000];

int main() {
    int n;
    std::scanf("%d", &n);
    // Unsigned only to wrap around as the hardware does, with no undefined behaviour on the way.
    unsigned total = 0;
    for (int i = 0; i < n; ++i) {
        std::scanf("%d", &v[i]);
        total += static_cast<unsigned>(v[i]);
    }
    for (int l = n - 1; l >= 0; --l) {
        lead[l][l] = v[l];
        for (int r = l + 1; r < n; ++r) lead[l][r] = std::max(v[l] - lead[l + 1][r], v[r] - lead[l][r - 1]);
    }
    const int d = lead[0][n - 1];
    std::printf("%d\n", static_cast<int>(total - static_cast<unsigned>(d)) / 2 + d);
}
