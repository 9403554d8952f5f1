// Halves the range with each guess.
#include <iostream>
#include <string>

int main() {
    int low = 1, high;
    std::cin >> high;
    std::string answer;
    while (answer != "equal") {
        int middle = low + (high - low) / 2;
        std::cout << middle << std::endl; // std::endl flushes
        if (!(std::cin >> answer)) return 1;
        if (answer == "lower") high = middle - 1;
        if (answer == "higher") low = middle + 1;
    }
}
