// Right until the sum exceeds 32 bits.
#include <cstdint>
#include <iostream>

int main() {
    int count;
    std::cin >> count;
    std::uint32_t sum = 0;
    std::int32_t number;
    while (std::cin >> number) sum += static_cast<std::uint32_t>(number);
    std::cout << static_cast<std::int32_t>(sum) << '\n';
}
