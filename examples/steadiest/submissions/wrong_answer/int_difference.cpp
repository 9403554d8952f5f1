// Right but for the type: the difference of two balances does not fit in an int.
#include <algorithm>
#include <iostream>
#include <set>
#include <vector>

int main() {
    int n, k;
    std::cin >> n >> k;
    std::vector<int> balances(n);
    std::multiset<int> stretch;
    int best = 0, begin = 0;
    for (int end = 0; end < n; end++) {
        std::cin >> balances[end];
        stretch.insert(balances[end]);
        while (true) {
            int difference = *stretch.rbegin() - *stretch.begin();
            if (difference <= k) break;
            stretch.erase(stretch.find(balances[begin++]));
        }
        best = std::max(best, end - begin + 1);
    }
    std::cout << best << '\n';
}
