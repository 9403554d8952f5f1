// Sorts the heights; then those that are alike to a person, and not taller, stand in a row before them.
#include <algorithm>
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
    long long pairs = 0;
    for (int first = 0, last = 0; last < n; last++) {
        while (height[last] - height[first] > d) first++;
        pairs += last - first;
    }
    std::cout << pairs << '\n';
}
