// A right submission that takes its input with freopen: a hunt runs it on many inputs in one process.
//
// expect: AC
#include <cstdio>

int main() {
    if (!freopen("/dev/stdin", "r", stdin) || !freopen("/dev/stdout", "w", stdout)) return 1;
    int n, value, sum = 0;
    scanf("%d", &n);
    while (n-- > 0 && scanf("%d", &value) == 1) sum += value;
    printf("%d\n", sum);
}
