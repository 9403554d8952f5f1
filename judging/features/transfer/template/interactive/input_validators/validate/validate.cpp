// Input validator: exit code 42 for a valid input, else 43 and a reason on standard error.
#include "reading.h"

// Edit the bounds in problem.yaml, and below what an input consists of: what the interactor reads.
const long long MAX_N = {{max_n}};

int main(int argc, char** argv) {
    Input input(argc, argv);
    input.integer("number", 1, MAX_N);
    input.line_end();
    input.end();
}
