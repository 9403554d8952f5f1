#include <cstdio>
#include <vector>
int main() {
    int n;
    scanf("%d", &n);
    std::vector<std::vector<std::pair<int, int>>> near(n + 1);
    for (int i = 1; i < n; i++) {
        int u, v, w;
        scanf("%d %d %d", &u, &v, &w);
        near[u].push_back({v, w});
        near[v].push_back({u, w});
    }
    std::vector<long long> far(n + 1, -1);
    std::vector<int> queue{1};
    far[1] = 0;
    long long most = 0;
    for (size_t i = 0; i < queue.size(); i++)
        for (auto [v, w] : near[queue[i]])
            if (far[v] < 0) {
                far[v] = far[queue[i]] + w;
                if (far[v] > most) most = far[v];
                queue.push_back(v);
            }
    printf("%lld\n", most);
}
