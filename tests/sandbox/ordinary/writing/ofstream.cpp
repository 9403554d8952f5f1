// Writes to the names of standard output and of the error stream, with ofstream and freopen.
//
// expect: AC
#include <cstdio>
#include <fstream>
#include <iostream>

int main() {
    int n, sum = 0;
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
    std::ofstream debug("/dev/stderr"), out("/dev/stdout");
    if (!debug || !out) return 1;
    debug << "sum " << sum << std::endl;
    out << sum << std::endl;
    if (!freopen("/dev/stdout", "w", stdout)) return 2;
    printf("\n");
}
