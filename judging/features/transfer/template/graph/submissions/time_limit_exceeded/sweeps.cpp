// Sweeps over all edges until nothing changes: right, but slow on long paths.
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    int n, m;
    std::cin >> n >> m;
    std::vector<int> u(m), v(m), distance(n + 1, n);
    for (int i = 0; i < m; i++) std::cin >> u[i] >> v[i];
    distance[1] = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < m; i++)
            for (auto [a, b] : {std::pair{u[i], v[i]}, std::pair{v[i], u[i]}})
                if (distance[a] + 1 < distance[b]) {
                    distance[b] = distance[a] + 1;
                    changed = true;
                }
    }
    std::cout << distance[n] << '\n';
}
