// Needs too many guesses.
#include <iostream>
#include <string>

int main() {
    int n;
    std::cin >> n;
    std::string answer;
    for (int guess = 1; answer != "equal"; guess++) {
        std::cout << guess << std::endl;
        if (!(std::cin >> answer)) return 0;
    }
}
