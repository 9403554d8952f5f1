// Input validator: exit code 42 for a valid input, else 43 and a reason on standard error.
#include "reading.h"

// Edit the bounds in problem.yaml, and below what an input consists of.
const long long MAX_N = {{max_n}}, MAX_VALUE = {{max_value}};

int main(int argc, char** argv) {
    Input input(argc, argv);
    long long n = input.integer("n", 2, MAX_N);
    input.space();
    input.integer("t", -MAX_VALUE, MAX_VALUE);
    input.line_end();
    input.row(n, "a", -MAX_VALUE, MAX_VALUE);
    input.end();
}
