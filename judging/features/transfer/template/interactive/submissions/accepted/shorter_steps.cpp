// Steps upwards from 0; each step is half as long as the one before.
#include <iostream>
#include <string>

int main() {
    int n, below = 0, step = 1;
    std::cin >> n;
    while (2 * step <= n) step *= 2;
    std::string answer;
    while (answer != "equal") {
        int guess = below + step;
        if (guess <= n) { // else the number is smaller, without a guess
            std::cout << guess << std::endl; // std::endl flushes
            if (!(std::cin >> answer)) return 1;
            if (answer == "higher") below = guess;
        }
        step /= 2;
    }
}
