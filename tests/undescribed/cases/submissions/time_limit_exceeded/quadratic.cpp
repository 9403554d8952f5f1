#include <cstdio>
#include <vector>
int main() {
    int t;
    scanf("%d", &t);
    while (t--) {
        int n;
        scanf("%d", &n);
        std::vector<int> a(n);
        for (int& x : a) scanf("%d", &x);
        long long pairs = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++)
                if (a[i] == a[j]) pairs++;
        printf("%lld\n", pairs);
    }
}
