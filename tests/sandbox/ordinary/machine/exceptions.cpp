// Exceptions, atexit, static destructors, assert, RTTI and std::regex.
//
// expect: AC
#include <any>
#include <cassert>
#include <cstdlib>
#include <iostream>
#include <regex>
#include <stdexcept>
#include <vector>

static int sum;
static void report() { std::cout << sum << std::endl; }

int main() {
    std::atexit(report);
    try {
        std::vector<int>(3).at(5);
    } catch (const std::out_of_range &problem) {
        std::cerr << problem.what() << '\n';
    }
    try {
        std::any_cast<int>(std::any(1.5));
    } catch (const std::bad_any_cast &) {
        assert(std::regex_match("12", std::regex("\\d+")));
    }
    int n;
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
}
