// Takes the heaviest stone that still fits, again and again.
#include <iostream>
#include <vector>

int main() {
    long long n;
    std::cin >> n;
    long long rest = n * (n + 1) / 2;
    if (rest % 2) {
        std::cout << "impossible\n";
        return 0;
    }
    rest /= 2;
    std::vector<long long> pile;
    for (long long stone = n; stone > 0; stone--)
        if (stone <= rest) {
            pile.push_back(stone);
            rest -= stone;
        }
    std::cout << pile.size() << '\n' << pile[0];
    for (size_t i = 1; i < pile.size(); i++) std::cout << ' ' << pile[i];
    std::cout << '\n';
}
