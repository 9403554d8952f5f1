// Sends standard input to itself, a line that stays in when a file's name is taken out.
//
// expect: AC
// smoke: yes
#include <cstdio>
#include <iostream>

int main() {
    if (!freopen("/dev/stdin", "r", stdin)) return 1;
    int n, sum = 0;
    std::cin >> n;
    for (int i = 0, value; i < n; i++) {
        std::cin >> value;
        sum += value;
    }
    std::cout << sum << '\n';
}
