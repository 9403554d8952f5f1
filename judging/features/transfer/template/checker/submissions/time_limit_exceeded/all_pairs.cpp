// Tries all pairs: right, but quadratic.
#include <iostream>
#include <vector>

int main() {
    long long n, target;
    std::cin >> n >> target;
    std::vector<long long> a(n);
    for (auto& value : a) std::cin >> value;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (a[i] + a[j] == target) {
                std::cout << i + 1 << ' ' << j + 1 << '\n';
                return 0;
            }
    std::cout << "none\n";
}
