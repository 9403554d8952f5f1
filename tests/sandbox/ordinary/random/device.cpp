// std::random_device, with and without the name of a device, and address randomization as a seed.
//
// expect: AC
#include <algorithm>
#include <chrono>
#include <iostream>
#include <random>
#include <vector>

int main() {
    std::random_device usual, named("/dev/urandom");
    std::mt19937_64 engine(usual() ^ named() ^ std::chrono::steady_clock::now().time_since_epoch().count());
    int n, sum = 0;
    std::cin >> n;
    std::vector<int> values(n);
    for (int &value : values) std::cin >> value;
    std::shuffle(values.begin(), values.end(), engine);
    for (int value : values) sum += value;
    std::cout << sum << '\n';
}
