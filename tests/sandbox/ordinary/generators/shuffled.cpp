// A generator that writes its file with freopen, and seeds from its arguments.
//
// expect: AC
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

int main(int, char **argv) {
    const int n = atoi(argv[1]);
    std::vector<int> values(n);
    std::iota(values.begin(), values.end(), 1);
    std::shuffle(values.begin(), values.end(), std::mt19937(42));
    if (!freopen("/dev/stdout", "w", stdout)) return 1;
    printf("%d\n", n);
    for (int i = 0; i < n; i++) printf("%d%c", values[i], i + 1 < n ? ' ' : '\n');
}
