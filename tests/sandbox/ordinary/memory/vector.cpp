// A vector of 200 MB, filled and copied in part.
//
// expect: AC
#include <iostream>
#include <vector>

int main() {
    std::vector<int> values(50'000'000, 1);
    std::vector<int> part(values.begin(), values.begin() + 5'000'000);
    int n, sum = part.back() - values.back();
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
    std::cout << sum << '\n';
}
