#include <cstdio>
#include <cstdlib>
int p[50000], seen[50000];
int main() {
    int n;
    scanf("%d", &n);
    if (n >= 50000) abort();
    for (int i = 1; i <= n; i++) scanf("%d", p + i);
    int cycles = 0;
    for (int i = 1; i <= n; i++)
        if (!seen[i]) {
            cycles++;
            for (int j = i; !seen[j]; j = p[j]) seen[j] = 1;
        }
    printf("%d\n", cycles);
}
