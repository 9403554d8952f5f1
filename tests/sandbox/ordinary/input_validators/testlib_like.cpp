// A validator in C++ that reads the name of standard input and complains at the name of the error stream.
//
// expect: AC
#include <fstream>
#include <iostream>
#include <regex>
#include <sstream>

int main() {
    std::ifstream in("/dev/stdin");
    std::ofstream complaint("/dev/stderr");
    std::stringstream text;
    text << in.rdbuf();
    if (!std::regex_match(text.str(), std::regex("[1-9][0-9]{0,2}\n([0-9]{1,4} )*[0-9]{1,4}\n"))) {
        complaint << "the form is wrong" << std::endl;
        return 43;
    }
    int n, value, count = 0;
    text >> n;
    while (text >> value) count += 1 <= value && value <= 1000;
    return count == n ? 42 : 43;
}
