// Does not flush, so it and the interactor wait for each other.
#include <cstdio>
#include <cstring>

int main() {
    int low = 1, high;
    if (std::scanf("%d", &high) != 1) return 1;
    char answer[10] = "";
    while (std::strcmp(answer, "equal")) {
        int middle = low + (high - low) / 2;
        std::printf("%d\n", middle);
        if (std::scanf("%9s", answer) != 1) return 1;
        if (!std::strcmp(answer, "lower")) high = middle - 1;
        if (!std::strcmp(answer, "higher")) low = middle + 1;
    }
}
