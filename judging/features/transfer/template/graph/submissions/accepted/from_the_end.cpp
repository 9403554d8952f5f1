// Goes from junction n outwards, one road at a time.
#include <iostream>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<int>> neighbours(n + 1);
    for (int u, v; std::cin >> u >> v;) {
        neighbours[u].push_back(v);
        neighbours[v].push_back(u);
    }
    std::vector<bool> seen(n + 1);
    std::vector<int> reached{n};
    seen[n] = true;
    int roads = 0;
    for (; !seen[1]; roads++) {
        std::vector<int> next;
        for (int u : reached)
            for (int v : neighbours[u])
                if (!seen[v]) {
                    seen[v] = true;
                    next.push_back(v);
                }
        reached = next;
    }
    std::cout << roads << '\n';
}
