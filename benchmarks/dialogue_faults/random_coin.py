"""Find the heavy one of n coins. The interactor draws it anew in each run."""

from benchmarks.dialogue_faults.planted import (
    INTERACTING,
    PlantedFault,
    PlantedProblem,
)

_VALIDATE = """\
int main() {
    Input input;
    input.number(1, 1000);
    input.literal("\\n");
    input.end();
}
"""

_INTERACT = (
    "#include <random>\n"
    + INTERACTING
    + """\
    int n;
    input >> n;
    int heavy = std::random_device()() % n + 1;
    std::cout << n << std::endl;
    for (int questions = 0; questions < 30; questions++) {
        std::string word;
        long long low, high;
        if (!(std::cin >> word >> low)) reject("the output ends");
        if (word == "!") {
            if (low != heavy) reject("it was coin " + std::to_string(heavy));
            return 42;
        }
        if (word != "?" || !(std::cin >> high)) reject("neither ? nor !");
        std::cout << (low <= heavy && heavy <= high ? "yes" : "no") << std::endl;
    }
    reject("too many questions");
}
"""
)

_RIGHT = """\
#include <iostream>
#include <string>

int main() {
    int low = 1, high;
    std::cin >> high;
    while (low < high) {
        int middle = low + (high - low) / 2;
        std::cout << "? " << low << ' ' << middle << std::endl;
        std::string answer;
        if (!(std::cin >> answer)) return 1;
        if (answer == "yes") high = middle;
        else low = middle + 1;
    }
    std::cout << "! " << low << std::endl;
}
"""

_RIGHT_TOO = """\
low, high = 1, int(input())
while low < high:
    middle = (low + high) // 2
    print("?", low, middle, flush=True)
    if input() == "yes":
        high = middle
    else:
        low = middle + 1
print("!", low, flush=True)
"""

_STRATEGY = """\
from hypothesis import strategies as st

inputs = st.integers(1, 1000).map("{}\\n".format)
"""

RANDOM_COIN = PlantedProblem(
    name="Random coin",
    kind="interactive",
    input_validator=_VALIDATE,
    output_validator=_INTERACT,
    solution=_RIGHT,
    other_solution=_RIGHT_TOO,
    strategy=_STRATEGY,
    sample="1\n",
    faults=(
        PlantedFault(
            "never_the_last",
            "std::cin >> high;",
            "std::cin >> high;\n    if (high > 1) high--;",
        ),
        PlantedFault("guesses_of_two", "while (low < high)", "while (low + 1 < high)"),
        PlantedFault(
            "crashes_above_90",
            "int middle =",
            "if (low > 90) return 1;\n        int middle =",
            "run_time_error",
        ),
    ),
)
