"""Find a number from 1 to n. The interactor hides none: it always leaves the larger part."""

from benchmarks.dialogue_faults.planted import (
    INTERACTING,
    PlantedFault,
    PlantedProblem,
)

_VALIDATE = """\
int main() {
    Input input;
    input.number(1, 1000000);
    input.literal("\\n");
    input.end();
}
"""

_INTERACT = (
    INTERACTING
    + """\
    int n;
    input >> n;
    int low = 1, high = n, most = 1;
    while ((1 << most) <= n) most++;
    std::cout << n << std::endl;
    std::string line;
    for (int guesses = 1; guesses <= most; guesses++) {
        if (!std::getline(std::cin, line)) reject("no guess");
        bool digits = !line.empty() && line.size() < 9;
        for (char c : line) digits = digits && '0' <= c && c <= '9';
        int guess = digits ? std::stoi(line) : 0;
        if (guess < 1 || guess > n) reject("no number from 1 to n");
        if (guess == low && guess == high) {
            std::cout << "equal" << std::endl;
            if (std::getline(std::cin, line)) reject("text after the last guess");
            return 42;
        }
        bool higher = high - guess >= guess - low;
        if (higher && guess >= low) low = guess + 1;
        if (!higher && guess <= high) high = guess - 1;
        std::cout << (higher ? "higher" : "lower") << std::endl;
    }
    reject("more than " + std::to_string(most) + " guesses");
}
"""
)

_RIGHT = """\
#include <iostream>
#include <string>

int main() {
    int low = 1, high;
    std::cin >> high;
    int n = high;
    std::string answer;
    while (answer != "equal") {
        int middle = low + (high - low) / 2;
        std::cout << middle << std::endl;
        if (!(std::cin >> answer)) return 1;
        if (answer == "lower") high = middle - 1;
        if (answer == "higher") low = middle + 1;
    }
    return n < 1;
}
"""

_RIGHT_TOO = """\
low, high = 1, int(input())
while True:
    middle = (low + high) // 2
    print(middle, flush=True)
    answer = input()
    if answer == "equal":
        break
    if answer == "lower":
        high = middle - 1
    else:
        low = middle + 1
"""

_STRATEGY = """\
from hypothesis import strategies as st

inputs = st.one_of(st.integers(1, 60), st.integers(1, 1000000)).map("{}\\n".format)
"""

ADAPTIVE = PlantedProblem(
    name="Adaptive",
    kind="interactive",
    input_validator=_VALIDATE,
    output_validator=_INTERACT,
    solution=_RIGHT,
    other_solution=_RIGHT_TOO,
    strategy=_STRATEGY,
    sample="5\n",
    faults=(
        PlantedFault(
            "never_the_last", "int n = high;", "int n = high;\n    if (n == 17) high--;"
        ),
        PlantedFault(
            "thirds_of_many",
            "low + (high - low) / 2;",
            "low + (high - low) / (n > 100 ? 3 : 2);",
        ),
        PlantedFault(
            "sixteen_bits",
            "int low = 1, high;",
            "short low = 1, high;",
            "run_time_error",
        ),
        PlantedFault(
            "forgets_to_flush_the_last",
            "std::cout << middle << std::endl;",
            "std::cin.tie(nullptr);\n"
            "        std::cout << middle << '\\n';\n"
            "        if (low < high || n % 2) std::cout.flush();",
            "time_limit_exceeded",
        ),
    ),
)
