#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<int> x(n), y(n);
    for (int i = 0; i < n; i++) scanf("%d %d", &x[i], &y[i]);
    int most = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            unsigned a = x[i] - x[j], b = y[i] - y[j];
            int d = (int)(a * a + b * b);
            if (d > most) most = d;
        }
    printf("%d\n", most);
}
