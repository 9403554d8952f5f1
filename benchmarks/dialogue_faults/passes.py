"""Write numbers from 0 to 255 as letters, and read them back in a second pass."""

from benchmarks.dialogue_faults.planted import PlantedFault, PlantedProblem

_VALIDATE = """\
int main() {
    Input input;
    input.literal("write\\n");
    long long n = input.number(1, 200);
    input.literal("\\n");
    for (long long i = 0; i < n; i++) {
        if (i) input.literal(" ");
        input.number(0, 255);
    }
    input.literal("\\n");
    input.end();
}
"""

_CHECK = """\
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

int main(int, char** argv) {
    std::string feedback = argv[3], word, task;
    std::ifstream input(argv[1]);
    std::ofstream message(feedback + "judgemessage.txt");
    auto reject = [&](const std::string& why) {
        message << why << std::endl;
        std::exit(43);
    };
    input >> task;
    if (task == "write") {
        std::string letters;
        if (!(std::cin >> letters) || letters.size() > 1000) reject("no word of letters");
        for (char c : letters)
            if (c < 'a' || c > 'p') reject("no word of the letters from a to p");
        if (std::cin >> word) reject("two words");
        std::ofstream numbers(feedback + "numbers"), next(feedback + "nextpass.in");
        while (input >> word) numbers << word << '\\n';
        next << "read\\n" << letters << '\\n';
        return 42;
    }
    std::ifstream numbers(feedback + "numbers");
    std::string wanted;
    while (numbers >> wanted)
        if (!(std::cin >> word) || word != wanted) reject("not " + wanted);
    if (std::cin >> word) reject("more than was written");
    return 42;
}
"""

_RIGHT = """\
#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string task, word;
    std::cin >> task;
    std::vector<int> numbers;
    if (task == "write") {
        int n, number;
        std::cin >> n;
        while (std::cin >> number) numbers.push_back(number);
        for (int value : numbers) std::cout << char('a' + value / 16) << char('a' + value % 16);
        std::cout << '\\n';
        return 0;
    }
    std::cin >> word;
    for (size_t i = 0; i + 1 < word.size(); i += 2)
        numbers.push_back(16 * (word[i] - 'a') + word[i + 1] - 'a');
    std::cout << numbers.size() << '\\n';
    for (int value : numbers) std::cout << value << '\\n';
}
"""

_RIGHT_TOO = """\
import sys

task, *words = sys.stdin.read().split()
if task == "write":
    numbers = map(int, words[1:])
    print("".join(chr(97 + number // 16) + chr(97 + number % 16) for number in numbers))
else:
    word = words[0]
    print(len(word) // 2)
    for first, second in zip(word[::2], word[1::2]):
        print(16 * (ord(first) - 97) + ord(second) - 97)
"""

_STRATEGY = """\
from hypothesis import strategies as st

rows = st.lists(st.integers(0, 255), min_size=1, max_size=20)
long_rows = st.integers(1, 200).flatmap(
    lambda n: st.lists(st.integers(0, 255), min_size=n, max_size=n)
)
inputs = st.one_of(rows, long_rows).map(
    lambda row: f"write\\n{len(row)}\\n{' '.join(map(str, row))}\\n"
)
"""

PASSES = PlantedProblem(
    name="Passes",
    kind="multi-pass",
    input_validator=_VALIDATE,
    output_validator=_CHECK,
    solution=_RIGHT,
    other_solution=_RIGHT_TOO,
    strategy=_STRATEGY,
    sample="write\n3\n1 2 3\n",
    faults=(
        PlantedFault(
            "loses_the_highest_bit", "16 * (word[i] - 'a')", "16 * ((word[i] - 'a') % 8)"
        ),
        PlantedFault(
            "drops_repetitions",
            "numbers.push_back(number);",
            "if (numbers.empty() || numbers.back() != number) numbers.push_back(number);",
        ),
        PlantedFault(
            "crashes_above_50",
            "std::cin >> word;",
            "std::cin >> word;\n    if (word.size() > 100) return 1;",
            "run_time_error",
        ),
    ),
)
