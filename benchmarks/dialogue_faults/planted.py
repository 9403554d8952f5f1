"""A problem with planted faults, and its package."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness import write_files

# Reads the whole input strictly: `number` one integer within bounds, `end` the end of a line.
READING = """\
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

struct Input {
    std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    size_t place = 0;
    void require(bool holds) { if (!holds) std::exit(43); }
    void literal(const std::string& word) {
        require(text.compare(place, word.size(), word) == 0);
        place += word.size();
    }
    long long number(long long low, long long high) {
        size_t start = place;
        while (place < text.size() && '0' <= text[place] && text[place] <= '9') place++;
        require(place > start && place - start < 10 && (text[start] != '0' || place == start + 1));
        long long value = std::stoll(text.substr(start, place - start));
        require(low <= value && value <= high);
        return value;
    }
    [[noreturn]] void end() {
        require(place == text.size());
        std::exit(42);
    }
};

"""

# How an interactor begins: its input, and `reject` with a message.
INTERACTING = """\
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

int main(int, char** argv) {
    std::ifstream input(argv[1]);
    std::ofstream message(std::string(argv[3]) + "/judgemessage.txt");
    auto reject = [&](const std::string& why) {
        message << why << std::endl;
        std::exit(43);
    };
"""


@dataclass(frozen=True, slots=True)
class PlantedFault:
    """A wrong submission: the right one with `right` replaced by `wrong`.

    folder: of the verdict that it gets.
    """

    name: str
    right: str
    wrong: str
    folder: str = "wrong_answer"


@dataclass(frozen=True, slots=True)
class PlantedProblem:
    """A problem of dialogues or passes.

    kind: the type of the problem.
    input_validator, output_validator, solution: C++; `other_solution`: Python.
    strategy: generators/strategies.py.
    sample: the input of its only test.
    """

    name: str
    kind: str
    input_validator: str
    output_validator: str
    solution: str
    other_solution: str
    strategy: str
    sample: str
    faults: tuple[PlantedFault, ...]

    def path_of(self, fault: PlantedFault) -> str:
        """Return the path of a wrong submission."""
        return f"solutions/{fault.folder}/{fault.name}.cpp"

    def write(self, root: Path) -> None:
        """Write the package."""
        write_files(root, self._files())

    def _files(self) -> Mapping[str, str]:
        files = {
            "problem/problem.yaml": (
                f"problem_format_version: 2025-09\nname: {self.name}\ntype: {self.kind}\n"
                "uuid: 3f0f0a86-0000-4000-8000-000000000000\n"
                "limits:\n  time_limit: 0.5\n  memory: 256\n"
            ),
            "problem/statement.en.md": "A benchmark.\n",
            "problem/data/secret/1.in": self.sample,
            "problem/data/secret/1.ans": "",
            "validators/validate.cpp": READING + self.input_validator,
            "checker/check.cpp": self.output_validator,
            "generators/strategies.py": self.strategy,
            "solutions/accepted/right.cpp": self.solution,
            "solutions/accepted/right_too.py": self.other_solution,
        }
        for fault in self.faults:
            assert self.solution.count(fault.right) == 1, fault.name
            code = self.solution.replace(fault.right, fault.wrong)
            files[self.path_of(fault)] = code
        return files
