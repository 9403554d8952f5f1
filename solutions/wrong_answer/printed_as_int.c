/* The advantage in one row, all sums in 64 bits, and the answer cut to 32 by the last line.
 * O(N^2) time, O(N) memory.
 * Wrong: past 2^31 - 1. Nothing but the printing shows it.
 * Shown by: 5 / 1000000000 1000000000 1000000000 1000000000 1000000000 -> right 3000000000, prints -1294967296
 */

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
    for (int length = 2; length <= n; ++length)
        for (int l = 0; l + length <= n; ++l) {
            const long long left = v[l] - lead[l + 1], right = v[l + length - 1] - lead[l];
            lead[l] = left > right ? left : right;
        }
    printf("%d\n", (int)((total - lead[0]) / 2 + lead[0]));
    return 0;
}
