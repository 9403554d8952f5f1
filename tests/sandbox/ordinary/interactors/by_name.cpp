// An interactor in C++ that sends each number, and reads the answer at last.
//
// expect: AC
#include <fstream>
#include <iostream>
#include <string>

int main(int, char **argv) {
    std::ifstream input(argv[1]), answer(argv[2]), received("/dev/stdin");
    std::ofstream sent("/dev/stdout");
    std::string word, right;
    while (input >> word) sent << word << std::endl;
    answer >> right;
    return received >> word && word == right ? 42 : 43;
}
