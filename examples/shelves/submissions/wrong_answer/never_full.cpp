// Leaves a gap at the end of each shelf: a book that fits exactly goes to the next one.
#include <iostream>

int main() {
    int n;
    long long length, used = 0, width;
    std::cin >> n >> length;
    int shelves = 1;
    while (std::cin >> width) {
        if (used > 0 && used + width >= length) {
            shelves++;
            used = 0;
        }
        used += width;
    }
    std::cout << shelves << '\n';
}
