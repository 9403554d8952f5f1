// Does not flush, so this program and the interactor wait for each other.
#include <cstdio>

int sounding(int place) {
    std::printf("? %d\n", place);
    int depth = 0;
    if (std::scanf("%d", &depth) != 1) return 0;
    return depth;
}

int main() {
    int n;
    if (std::scanf("%d", &n) != 1) return 1;
    int low = 1, high = n;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (sounding(middle) < sounding(middle + 1))
            low = middle + 1;
        else
            high = middle;
    }
    std::printf("! %d\n", low);
}
