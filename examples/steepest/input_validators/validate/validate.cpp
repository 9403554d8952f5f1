// Input validator: exit code 42 for a valid input, else 43 and a reason on standard error.
#include <numeric>
#include <set>

#include "reading.h"

const long long MAX_N = {{max_n}}, MAX_M = {{max_m}}, MAX_SLOPE = {{max_slope}};

int main(int argc, char** argv) {
    Input input(argc, argv);
    long long n = input.integer("n", 2, MAX_N);
    input.space();
    long long m = input.integer("m", 1, MAX_M);
    input.line_end();
    std::vector<long long> root(n + 1); // the way to the first hut of the part that a hut is in
    std::iota(root.begin(), root.end(), 0);
    auto find = [&](long long v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    std::set<std::pair<long long, long long>> known;
    long long parts = n;
    for (long long i = 0; i < m; i++) {
        long long u = input.integer("hut", 1, n);
        input.space();
        long long v = input.integer("hut", 1, n);
        input.space();
        input.integer("slope", 1, MAX_SLOPE);
        input.line_end();
        input.require(u != v, "a loop");
        input.require(known.insert(std::minmax(u, v)).second, "a path for the second time");
        parts -= find(u) != find(v);
        root[find(u)] = find(v);
    }
    input.require(parts == 1, "the network is not connected");
    input.end();
}
