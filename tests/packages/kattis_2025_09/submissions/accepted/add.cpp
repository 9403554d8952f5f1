#include <cstdlib>
#include <fstream>
#include <iostream>

#include "scale.h"

int main(int argc, char** argv) {
    long sum = 0, value;
    while (std::cin >> value) sum += value;
    if (std::ifstream("extra.txt") >> value) sum += value;
    std::cout << scaled(sum, argc > 1 ? std::atol(argv[1]) : 1) << '\n';
}
