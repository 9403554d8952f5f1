// Puts each book on the current shelf if it fits there, else on a new one.
#include <iostream>

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int n;
    long long length, used = 0, width;
    std::cin >> n >> length;
    int shelves = 1;
    while (std::cin >> width) {
        if (used + width > length) {
            shelves++;
            used = 0;
        }
        used += width;
    }
    std::cout << shelves << '\n';
}
