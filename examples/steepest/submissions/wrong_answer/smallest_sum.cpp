// Takes the way with the smallest sum of slopes, whose steepest path may be too steep.
#include <algorithm>
#include <functional>
#include <iostream>
#include <queue>
#include <tuple>
#include <vector>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<std::pair<int, int>>> neighbours(n + 1);
    for (int u, v, slope; std::cin >> u >> v >> slope;) {
        neighbours[u].push_back({v, slope});
        neighbours[v].push_back({u, slope});
    }
    using Way = std::tuple<long long, int, int>; // the sum, the steepest path, the hut
    std::priority_queue<Way, std::vector<Way>, std::greater<Way>> ways;
    std::vector<bool> reached(n + 1);
    ways.push({0, 0, 1});
    while (true) {
        auto [sum, steepest, hut] = ways.top();
        ways.pop();
        if (hut == n) {
            std::cout << steepest << '\n';
            return 0;
        }
        if (reached[hut]) continue;
        reached[hut] = true;
        for (auto [next, slope] : neighbours[hut])
            ways.push({sum + slope, std::max(steepest, slope), next});
    }
}
