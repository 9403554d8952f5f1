/* A fixed amount of work: the integer dynamic programming, table look-ups and branches that contest
 * solutions spend their time on. The time it takes says how fast a machine is. */
#include <stdint.h>
#include <stdio.h>

#define N 2000

static int64_t lead[N];
static uint32_t coin[N];

int main(void) {
    uint64_t total = 0;
    for (uint32_t round = 1; round <= 60; round++) {
        uint32_t state = round;
        for (int i = 0; i < N; i++) {
            state = state * 1664525u + 1013904223u;
            coin[i] = state >> 8;
            lead[i] = coin[i];
        }
        for (int length = 2; length <= N; length++)
            for (int l = 0; l + length <= N; l++) {
                int64_t first = coin[l] - lead[l + 1], last = coin[l + length - 1] - lead[l];
                lead[l] = first > last ? first : last;
            }
        total += (uint64_t)lead[0];
    }
    printf("%llu\n", (unsigned long long)total);
    return 0;
}
