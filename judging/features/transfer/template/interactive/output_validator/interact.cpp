// Interactor: `interact input answer feedback_dir`. It reads what the submission writes, and the
// submission reads what it writes. Exit code 42: right. 43: wrong. Anything else: this package is broken.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

const int RIGHT = 42, WRONG = 43;
const int MAX_N = {{max_n}}, MAX_GUESSES = {{max_guesses}};

int main(int, char** argv) {
    std::ifstream input(argv[1]);
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt"); // contestants do not see it
    auto reject = [&](const std::string& why) {
        message << why << std::endl;
        std::exit(WRONG);
    };
    int hidden;
    input >> hidden;

    // Edit: what the submission reads first. std::endl flushes: the submission waits for this line.
    std::cout << MAX_N << std::endl;
    std::string line;
    for (int guesses = 1; guesses <= MAX_GUESSES; guesses++) {
        // Edit: read one line of the submission as if an enemy wrote it.
        if (!std::getline(std::cin, line))
            reject("the output ends before guess " + std::to_string(guesses));
        bool digits = !line.empty() && line.size() < 10;
        for (char c : line) digits = digits && '0' <= c && c <= '9';
        int guess = digits ? std::stoi(line) : 0;
        if (guess < 1 || guess > MAX_N)
            reject("guess " + std::to_string(guesses) + " is no number from 1 to " + std::to_string(MAX_N));

        // Edit: answer, and flush.
        std::cout << (guess == hidden ? "equal" : hidden < guess ? "lower" : "higher") << std::endl;
        if (guess == hidden) {
            if (std::getline(std::cin, line)) reject("text after the last guess");
            return RIGHT;
        }
    }
    reject("more than " + std::to_string(MAX_GUESSES) + " guesses");
}
