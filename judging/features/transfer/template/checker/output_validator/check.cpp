// Output validator: `check input answer feedback_dir < output`.
// Exit code 42: right. 43: wrong. Anything else: this package is broken, and nobody's output is wrong.
#include <cctype>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

const int RIGHT = 42, WRONG = 43, BROKEN = 1;

int main(int, char** argv) {
    std::ifstream input(argv[1]), answer(argv[2]);
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt"); // contestants do not see it

    // Edit: read the input. It is valid, so it needs no checks.
    long long n, t;
    input >> n >> t;
    std::vector<long long> a(n);
    for (auto& value : a) input >> value;

    // Edit: read the output as if an enemy wrote it, and check all that the statement asks for.
    std::string best, first, second, rest;
    answer >> best;
    if (!(std::cin >> first)) {
        message << "empty output\n";
        return WRONG;
    }
    // The default comparison ignores case, so "NONE" is right too.
    std::string word = first;
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (word == "none") {
        if (std::cin >> rest) {
            message << "text after 'none'\n";
            return WRONG;
        }
        if (best != "none") message << "'none', but there is a pair\n";
        return best == "none" ? RIGHT : WRONG;
    }
    auto position = [&](const std::string& word) -> long long {
        bool digits = !word.empty() && word.size() < 10;
        for (char c : word) digits = digits && '0' <= c && c <= '9';
        return digits ? std::stoll(word) : 0;
    };
    std::cin >> second;
    long long i = position(first), j = position(second);
    if (i < 1 || i > n || j < 1 || j > n || i == j || std::cin >> rest) {
        message << "expected 'none' or two different positions from 1 to " << n << '\n';
        return WRONG;
    }
    if (a[i - 1] + a[j - 1] != t) {
        message << a[i - 1] << " + " << a[j - 1] << " is not " << t << '\n';
        return WRONG;
    }
    // A pair where the answer has none: never call the contestant wrong for a fault of ours.
    if (best == "none") std::cerr << "the answer file says 'none', but the output has a pair\n";
    return best == "none" ? BROKEN : RIGHT;
}
