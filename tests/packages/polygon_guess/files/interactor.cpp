#include "testlib.h"

// Answers `? x` with < or > or =, until `! x` or the seventh question; the checker decides.
int main(int argc, char *argv[]) {
    registerInteraction(argc, argv);
    int n = inf.readInt(), asked = 0;
    std::string word;
    while (std::cin >> word) {
        int x = ouf.readInt(1, 100);
        if (word == "!") {
            tout << x << ' ' << asked << std::endl;
            quitf(_ok, "%d after %d questions", x, asked);
        }
        if (++asked > 7) quitf(_wa, "more than 7 questions");
        std::cout << (n < x ? '<' : n > x ? '>' : '=') << std::endl;
    }
    quitf(_pe, "no answer");
}
