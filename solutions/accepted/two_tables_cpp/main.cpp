// Two mutually recursive functions, the mover's and the waiting player's, each with its own memo.
// A submission of three files: the game is in game.cpp, its interface in game.h.

#include <cstdio>

#include "game.h"

int main() {
    Game game;
    std::scanf("%d", &game.n);
    for (int i = 0; i < game.n; ++i) std::scanf("%lld", &game.v[i]);
    std::printf("%lld\n", game.moving(0, game.n - 1));
}
