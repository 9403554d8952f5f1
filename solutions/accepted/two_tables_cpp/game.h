#ifndef GAME_H
#define GAME_H

#include <memory>

struct Game {
    static constexpr int max_n = 1000;
    using Row = long long[max_n];

    int n = 0;
    long long v[max_n] = {};

    long long moving(int i, int j);   // what the player to move gets from coins i..j
    long long waiting(int i, int j);  // what the other player gets

private:
    // 0 is "unknown": a mover gets at least 1. A waiting player's 0 is found at a single coin.
    std::unique_ptr<Row[]> f = std::make_unique<Row[]>(max_n);
    std::unique_ptr<Row[]> g = std::make_unique<Row[]>(max_n);
};

#endif
