// Searches in breadth.
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
    std::vector<int> distance(n + 1, -1), queue{1};
    distance[1] = 0;
    for (size_t i = 0; i < queue.size(); i++)
        for (int v : neighbours[queue[i]])
            if (distance[v] < 0) {
                distance[v] = distance[queue[i]] + 1;
                queue.push_back(v);
            }
    std::cout << distance[n] << '\n';
}
