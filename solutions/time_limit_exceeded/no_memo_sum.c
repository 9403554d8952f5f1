/* The sum form F(i, j, S) = max(S - F(i+1, j, S - v[i]), S - F(i, j-1, S - v[j])) without a memo.
 * Too slow: O(2^N) time. O(N) memory, so only the clock stops it. */

#include <stdio.h>

static long long v[1000];

static long long best(int i, int j, long long sum) {
    if (i == j) return v[i];
    const long long left = sum - best(i + 1, j, sum - v[i]);
    const long long right = sum - best(i, j - 1, sum - v[j]);
    return left > right ? left : right;
}

int main(void) {
    long long total = 0;
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; ++i) {
        scanf("%lld", &v[i]);
        total += v[i];
    }
    printf("%lld\n", best(0, n - 1, total));
    return 0;
}
