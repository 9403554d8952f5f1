/* The two tables with sums of type uint32_t. O(N^2) time and memory.
 * Wrong: right up to 4294967295, where a 32-bit int has long failed, and wrapped around beyond.
 * Shown by: 9 / 1000000000 1000000000 1000000000 1000000000 1000000000 1000000000 1000000000 1000000000 1000000000 -> right 5000000000, prints 705032704
 */

#include <inttypes.h>
#include <stdio.h>

static uint32_t v[1000];
static uint32_t mover[1000][1000], other[1000][1000];

int main(void) {
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; ++i) scanf("%" SCNu32, &v[i]);
    for (int l = n - 1; l >= 0; --l) {
        mover[l][l] = v[l];
        for (int r = l + 1; r < n; ++r) {
            const uint32_t left = v[l] + other[l + 1][r], right = v[r] + other[l][r - 1];
            const uint32_t after_left = mover[l + 1][r], after_right = mover[l][r - 1];
            mover[l][r] = left > right ? left : right;
            other[l][r] = after_left < after_right ? after_left : after_right;
        }
    }
    printf("%" PRIu32 "\n", mover[0][n - 1]);
    return 0;
}
