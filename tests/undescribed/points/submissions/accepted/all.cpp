#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<long long> x(n), y(n);
    for (int i = 0; i < n; i++) scanf("%lld %lld", &x[i], &y[i]);
    long long most = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            long long d = (x[i] - x[j]) * (x[i] - x[j]) + (y[i] - y[j]) * (y[i] - y[j]);
            if (d > most) most = d;
        }
    printf("%lld\n", most);
}
