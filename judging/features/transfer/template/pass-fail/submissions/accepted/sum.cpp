// Adds up the numbers in 64 bits.
#include <iostream>

int main() {
    int count;
    std::cin >> count;
    long long sum = 0, number;
    while (std::cin >> number) sum += number;
    std::cout << sum << '\n';
}
