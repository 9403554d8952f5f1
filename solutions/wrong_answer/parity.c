/* The larger of the sum of the odd places and the sum of the even places. O(N).
 * Wrong: with N even the first player can have all of either kind, but may do better by changing
 * over on the way, so it is a lower bound; with N odd it is not even that.
 * Shown by: 4 / 2 1 2 3 -> right 5, prints 4
 */

#include <stdio.h>

int main(void) {
    long long sum[2] = {0, 0};
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; ++i) {
        long long value;
        scanf("%lld", &value);
        sum[i % 2] += value;
    }
    printf("%lld\n", sum[0] > sum[1] ? sum[0] : sum[1]);
    return 0;
}
