// Takes whole lines apart, by an iterator as well.
//
// expect: AC
#include <iostream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>

int main() {
    std::string line;
    std::getline(std::cin, line);
    int n = std::stoi(line);
    std::getline(std::cin >> std::ws, line);
    std::istringstream in(line);
    std::istream_iterator<int> first(in), last;
    std::cout << std::accumulate(first, last, 0) + 0 * n << std::endl;
}
