// Writes 6 MB in one call of fwrite, and 1 MB of errors in small pieces.
//
// expect: AC
#include <cstdio>
#include <iostream>
#include <string>

int main() {
    int n, sum = 0;
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
    std::string text(6'000'000, '\n');
    std::cout << sum << std::flush;
    if (fwrite(text.data(), 1, text.size(), stdout) != text.size()) return 1;
    for (int i = 0; i < 50'000; i++) std::cerr << "a line of errors " << i << '\n';
}
