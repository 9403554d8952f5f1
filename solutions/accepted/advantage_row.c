/* The advantage of the player to move, in one row of memory.
 *
 * In round k, lead[l] is the lead on the k coins from l; it needs only the shorter intervals
 * from l and from l + 1, so one row, overwritten from left to right, is enough:
 *     lead[l] = max(v[l] - lead[l+1], v[l+k-1] - lead[l])
 * O(N^2) time, O(N) memory. */

#include <stdio.h>

int main(void) {
    static long long v[1000], lead[1000];
    long long total = 0;
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; ++i) {
        scanf("%lld", &v[i]);
        lead[i] = v[i];
        total += v[i];
    }
    for (int length = 2; length <= n; ++length) {
        for (int l = 0; l + length <= n; ++l) {
            const long long take_left = v[l] - lead[l + 1];
            const long long take_right = v[l + length - 1] - lead[l];
            lead[l] = take_left > take_right ? take_left : take_right;
        }
    }
    printf("%lld\n", (total - lead[0]) / 2 + lead[0]);
    return 0;
}
