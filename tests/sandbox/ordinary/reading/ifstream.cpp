// Reads a stream that is opened by the name of standard input.
//
// expect: AC
#include <fstream>
#include <iostream>

int main() {
    std::ifstream in("/dev/stdin");
    int n, sum = 0;
    in >> n;
    for (int i = 0, value; i < n && in >> value; i++) sum += value;
    std::cout << sum << '\n';
}
