// Tries the slopes one by one, with a search of the network for each: right, but too slow.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<std::pair<int, int>>> neighbours(n + 1);
    std::vector<int> slopes;
    for (int u, v, slope; std::cin >> u >> v >> slope;) {
        neighbours[u].push_back({v, slope});
        neighbours[v].push_back({u, slope});
        slopes.push_back(slope);
    }
    std::sort(slopes.begin(), slopes.end());
    for (int limit : slopes) {
        std::vector<bool> seen(n + 1);
        std::vector<int> queue{1};
        seen[1] = true;
        for (size_t i = 0; i < queue.size(); i++)
            for (auto [next, slope] : neighbours[queue[i]])
                if (slope <= limit && !seen[next]) {
                    seen[next] = true;
                    queue.push_back(next);
                }
        if (seen[n]) {
            std::cout << limit << '\n';
            return 0;
        }
    }
}
