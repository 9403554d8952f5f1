// Goes on as long as the lake becomes deeper: too many soundings.
#include <cstdlib>
#include <iostream>

int sounding(int place) {
    std::cout << "? " << place << std::endl;
    int depth = 0;
    if (!(std::cin >> depth)) std::exit(0);
    return depth;
}

int main() {
    int n;
    std::cin >> n;
    int place = 1, depth = sounding(1);
    while (place < n) {
        int next = sounding(place + 1);
        if (next < depth) break;
        place++;
        depth = next;
    }
    std::cout << "! " << place << std::endl;
}
