// Interactor: `interact input answer feedback_dir`. It reads what the submission writes, and the
// submission reads what it writes. Exit code 42: right. 43: wrong. Anything else: this package is broken.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

const int RIGHT = 42, WRONG = 43;
const int MAX_SOUNDINGS = {{max_soundings}};

int main(int, char** argv) {
    std::ifstream input(argv[1]);
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt"); // contestants do not see it
    auto reject = [&](const std::string& why) {
        message << why << std::endl;
        std::exit(WRONG);
    };

    int n;
    input >> n;
    std::vector<int> depth(n);
    for (int& value : depth) input >> value;
    int deepest = static_cast<int>(std::max_element(depth.begin(), depth.end()) - depth.begin()) + 1;
    std::cout << n << std::endl; // std::endl flushes: the submission waits for this line

    for (int soundings = 0;;) {
        // The submission may write anything.
        std::string word, place;
        if (!(std::cin >> word >> place)) reject("the output ends without a deepest place");
        bool digits = place.size() < 10;
        for (char c : place) digits = digits && std::isdigit(static_cast<unsigned char>(c));
        int number = digits ? std::stoi(place) : 0;
        if (number < 1 || number > n) reject("expected a place from 1 to " + std::to_string(n));
        if (word == "!") {
            if (std::cin >> word) reject("text after the deepest place");
            if (number != deepest)
                reject("place " + place + " is not the deepest: " + std::to_string(deepest) + " is");
            message << soundings << " soundings\n";
            return RIGHT;
        }
        if (word != "?") reject("expected ? or !");
        if (++soundings > MAX_SOUNDINGS) reject("more than " + std::to_string(MAX_SOUNDINGS) + " soundings");
        std::cout << depth[number - 1] << std::endl;
    }
}
