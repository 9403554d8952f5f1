// Opens the paths from the flattest on, until the huts 1 and n are joined.
#include <algorithm>
#include <array>
#include <iostream>
#include <numeric>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, m;
    std::cin >> n >> m;
    std::vector<std::array<int, 3>> paths(m);
    for (auto& [slope, u, v] : paths) std::cin >> u >> v >> slope;
    std::sort(paths.begin(), paths.end());
    std::vector<int> root(n + 1);
    std::iota(root.begin(), root.end(), 0);
    auto find = [&](int v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    for (auto [slope, u, v] : paths) {
        root[find(u)] = find(v);
        if (find(1) == find(n)) {
            std::cout << slope << '\n';
            return 0;
        }
    }
}
