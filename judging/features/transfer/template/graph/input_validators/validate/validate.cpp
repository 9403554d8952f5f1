// Input validator: exit code 42 for a valid input, else 43 and a reason on standard error.
#include <numeric>
#include <set>

#include "reading.h"

// Edit the bounds in problem.yaml, and below what an input consists of.
const long long MAX_N = {{max_n}}, MAX_M = {{max_m}};

int main(int argc, char** argv) {
    Input input(argc, argv);
    long long n = input.integer("n", 2, MAX_N);
    input.space();
    long long m = input.integer("m", 1, MAX_M);
    input.line_end();
    std::vector<long long> root(n + 1); // the way to the first vertex of the part that a vertex is in
    std::iota(root.begin(), root.end(), 0);
    auto find = [&](long long v) {
        while (root[v] != v) v = root[v] = root[root[v]];
        return v;
    };
    std::set<std::pair<long long, long long>> known;
    long long parts = n;
    for (long long i = 0; i < m; i++) {
        auto ends = input.row(2, "vertex", 1, n);
        input.require(ends[0] != ends[1], "a loop");
        auto edge = std::minmax(ends[0], ends[1]);
        input.require(known.insert(edge).second, "an edge for the second time");
        parts -= find(ends[0]) != find(ends[1]);
        root[find(ends[0])] = find(ends[1]);
    }
    input.require(parts == 1, "the graph is not connected");
    input.end();
}
