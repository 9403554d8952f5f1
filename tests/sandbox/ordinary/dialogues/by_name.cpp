// The same with freopen, and streams that flush.
//
// expect: AC
#include <cstdio>
#include <iostream>

int main() {
    if (!freopen("/dev/stdin", "r", stdin) || !freopen("/dev/stdout", "w", stdout)) return 1;
    int n, sum = 0;
    std::cin >> n;
    for (int value; n-- > 0 && std::cin >> value;) sum += value;
    std::cout << sum << std::endl;
}
