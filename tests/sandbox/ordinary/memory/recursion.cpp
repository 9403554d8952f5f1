// A depth-first search that is 10^6 calls deep.
//
// expect: AC
#include <cstdio>
#include <vector>

static std::vector<int> next;

static int depth(int vertex) {
    if (next[vertex] < 0) return 1;
    volatile int below = depth(next[vertex]);
    return below + 1;
}

int main() {
    const int length = 1'000'000;
    next.resize(length);
    for (int i = 0; i < length; i++) next[i] = i + 1 < length ? i + 1 : -1;
    if (depth(0) != length) return 1;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
