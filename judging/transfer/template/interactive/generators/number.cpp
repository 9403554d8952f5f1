// number N: print a test that hides the number N.
#include <iostream>

int main(int, char** argv) { std::cout << argv[1] << '\n'; }
