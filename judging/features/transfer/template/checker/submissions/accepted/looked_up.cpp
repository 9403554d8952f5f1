// Looks up, for each number, the one that completes the sum.
#include <iostream>
#include <map>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    long long n, target, number;
    std::cin >> n >> target;
    std::map<long long, int> places;
    for (int place = 1; place <= n; place++) {
        std::cin >> number;
        if (auto other = places.find(target - number); other != places.end()) {
            std::cout << other->second << ' ' << place << '\n';
            return 0;
        }
        places[number] = place;
    }
    std::cout << "none\n";
}
