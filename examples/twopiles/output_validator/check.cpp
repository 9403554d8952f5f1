// Output validator: `check input answer feedback_dir < output`.
// Exit code 42: right. 43: wrong. Anything else: this package is broken, and nobody's output is wrong.
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

const int RIGHT = 42, WRONG = 43, BROKEN = 1;
const std::string NO = "impossible";

std::string lower(std::string word) {
    for (char& c : word) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return word;
}

int main(int, char** argv) {
    std::ifstream input(argv[1]), answer(argv[2]);
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt"); // contestants do not see it
    auto reject = [&](const std::string& why) {
        message << why << std::endl;
        std::exit(WRONG);
    };

    long long n;
    std::string best, first, rest;
    input >> n;
    answer >> best;

    // The output may hold anything. The default comparison ignores case, so this program does too.
    if (!(std::cin >> first)) reject("empty output");
    if (lower(first) == NO) {
        if (std::cin >> rest) reject("text after '" + NO + "'");
        if (best != NO) reject("'" + NO + "', but there are two piles");
        return RIGHT;
    }
    // 0 for a word that is not a number from 1 to n.
    auto number = [&](const std::string& word) -> long long {
        if (word.empty() || word.size() > 9) return 0;
        for (char c : word)
            if (!std::isdigit(static_cast<unsigned char>(c))) return 0;
        long long value = std::stoll(word);
        return value <= n ? value : 0;
    };
    long long count = number(first);
    if (count == 0) reject("'" + first.substr(0, 20) + "' is no number of stones");
    std::vector<bool> used(n + 1);
    long long weight = 0;
    for (long long i = 0; i < count; i++) {
        std::string word;
        if (!(std::cin >> word)) reject("the output ends after " + std::to_string(i) + " stones");
        long long stone = number(word);
        if (stone == 0) reject("'" + word.substr(0, 20) + "' is no stone");
        if (used[stone]) reject("stone " + word + " is used twice");
        used[stone] = true;
        weight += stone;
    }
    if (std::cin >> rest) reject("text after the last stone");
    long long total = n * (n + 1) / 2;
    if (2 * weight != total)
        reject("the piles weigh " + std::to_string(weight) + " and " + std::to_string(total - weight));
    // Two piles where the answer has none: never call the contestant wrong for a fault of ours.
    if (best == NO) std::cerr << "the answer file says '" << NO << "', but the output has two piles\n";
    return best == NO ? BROKEN : RIGHT;
}
