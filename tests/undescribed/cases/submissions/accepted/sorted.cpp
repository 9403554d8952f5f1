#include <algorithm>
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
        std::sort(a.begin(), a.end());
        long long pairs = 0;
        for (int i = 0, j = 0; i < n; i = j) {
            while (j < n && a[j] == a[i]) j++;
            pairs += (long long)(j - i) * (j - i - 1) / 2;
        }
        printf("%lld\n", pairs);
    }
}
