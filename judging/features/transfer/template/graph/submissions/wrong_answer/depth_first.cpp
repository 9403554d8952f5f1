// Searches in depth: right in trees.
#include <iostream>
#include <vector>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<std::vector<int>> neighbours(n + 1);
    for (int u, v; std::cin >> u >> v;) {
        neighbours[u].push_back(v);
        neighbours[v].push_back(u);
    }
    std::vector<int> distance(n + 1, -1), stack{1};
    distance[1] = 0;
    while (!stack.empty()) {
        int u = stack.back();
        stack.pop_back();
        for (int v : neighbours[u])
            if (distance[v] < 0) {
                distance[v] = distance[u] + 1;
                stack.push_back(v);
            }
    }
    std::cout << distance[n] << '\n';
}
