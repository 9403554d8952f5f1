// number N: print a test that hides the number N.
// Edit: print an input.
#include <iostream>

int main(int, char** argv) { std::cout << argv[1] << '\n'; }
