// Sorts the numbers and moves two pointers towards each other: it finds another pair.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    long long n, target;
    std::cin >> n >> target;
    std::vector<std::pair<long long, int>> a(n);
    for (int i = 0; i < n; i++) std::cin >> a[i].first, a[i].second = i + 1;
    std::sort(a.begin(), a.end());
    int low = 0, high = n - 1;
    while (low < high && a[low].first + a[high].first != target)
        if (a[low].first + a[high].first < target) low++;
        else high--;
    if (low < high) std::cout << a[low].second << ' ' << a[high].second << '\n';
    else std::cout << "none\n";
}
