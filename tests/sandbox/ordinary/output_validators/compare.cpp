// A checker that takes the output with freopen, and the two files with ifstream.
//
// expect: AC
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

int main(int argc, char **argv) {
    if (argc < 4 || !freopen("/dev/stdin", "r", stdin)) return 1;
    std::ifstream input(argv[1]), answer(argv[2]);
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt");
    int right, given;
    if (!(answer >> right)) return 2;
    const bool good = std::cin >> given && given == right;
    message << (good ? "right" : "wrong") << std::endl;
    return good ? 42 : 43;
}
