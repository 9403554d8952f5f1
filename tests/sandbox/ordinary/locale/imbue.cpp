// std::locale of the environment and by name; numbers are printed without separators.
//
// expect: AC
// smoke: yes
#include <clocale>
#include <iostream>
#include <locale>
#include <stdexcept>

int main() {
    std::locale::global(std::locale(""));
    std::cin.imbue(std::locale());
    std::cout.imbue(std::locale("C"));
    try {
        std::cerr.imbue(std::locale("en_US.UTF-8"));
    } catch (const std::runtime_error &) {
        std::cerr << "this machine does not have it\n";
    }
    int n, sum = 0;
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
    std::cout << sum << ' ' << '\n';
    return sum * 1000.5 > 0 ? 0 : 1;
}
