// f(i, j) = max(v[i] + g(i+1, j), v[j] + g(i, j-1)),  g(i, j) = min(f(i+1, j), f(i, j-1))
// O(N^2) time and memory, recursion N deep.

#include "game.h"

#include <algorithm>

long long Game::moving(int i, int j) {
    if (i == j) return v[i];
    long long& known = f[i][j];
    if (known == 0) known = std::max(v[i] + waiting(i + 1, j), v[j] + waiting(i, j - 1));
    return known;
}

long long Game::waiting(int i, int j) {
    if (i == j) return 0;
    long long& known = g[i][j];
    if (known == 0) known = std::min(moving(i + 1, j), moving(i, j - 1));
    return known;
}
