#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> p(n + 1);
    for (int i = 1; i <= n; i++) scanf("%d", &p[i]);
    int cycles = 0;
    for (int i = 1; i <= n; i++) {
        int least = i;
        for (int j = p[i]; j != i; j = p[j])
            if (j < least) least = j;
        cycles += least == i;
    }
    printf("%d\n", cycles);
}
