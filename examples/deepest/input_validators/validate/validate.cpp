// Input validator: exit code 42 for a valid input, else 43 and a reason on standard error.
#include "reading.h"

const long long MAX_N = {{max_n}}, MAX_DEPTH = {{max_depth}};

int main(int argc, char** argv) {
    Input input(argc, argv);
    long long n = input.integer("n", 1, MAX_N);
    input.line_end();
    auto depth = input.row(n, "depth", 1, MAX_DEPTH);
    size_t deepest = std::max_element(depth.begin(), depth.end()) - depth.begin();
    for (size_t i = 1; i < depth.size(); i++) {
        bool falls = i <= deepest ? depth[i - 1] < depth[i] : depth[i - 1] > depth[i];
        input.require(falls, "the depths do not rise to one place and fall after it");
    }
    input.end();
}
