// Compares two neighbours in the middle of the places that are left.
#include <iostream>

int sounding(int place) {
    std::cout << "? " << place << std::endl; // std::endl flushes
    int depth = 0;
    std::cin >> depth;
    return depth;
}

int main() {
    int n;
    std::cin >> n;
    int low = 1, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sounding(middle) < sounding(middle + 1))
            low = middle + 1;
        else
            high = middle;
    }
    std::cout << "! " << low << std::endl;
}
