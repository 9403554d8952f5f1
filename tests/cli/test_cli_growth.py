"""`judge limits --growth`: programs whose growth is known, on inputs that are drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.command import Done, Package, sound

ARRAY = """\
INT(1, 20000, n) NEWLINE
REPI(i, n, SPACE) INT(1, 1000000, a[i]) END NEWLINE
EOF
"""
# Each reads the array and prints a number. The blocks of C++ are counted, so that classes do
# not depend on the speed of the machine.
READ = """\
#include <cstdio>
#include <vector>
int main() {
    int n;
    if (scanf("%d", &n) != 1) return 1;
    std::vector<int> a(n);
"""
READ_ALL = (
    '    for (int &x : a) if (scanf("%d", &x) != 1) return 1;\n    long long s = 0;\n'
)
# Always 0, which no compiler knows.
PRINT = '    printf("%d\\n", s == 1234567891234);\n}\n'
CPP = {
    "constant": READ.replace("    std::vector<int> a(n);\n", "    long long s = n;\n")
    + PRINT,
    "linear": READ + READ_ALL + "    for (int x : a) s += x % 2;\n" + PRINT,
    "nlogn": READ
    + READ_ALL
    + "    for (int i = 1; i <= n; i++) for (int j = i; j > 0; j /= 2) s += j % 2;\n"
    + PRINT,
    "quadratic": READ
    + READ_ALL
    + "    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) s += a[i] > a[j];\n"
    + PRINT,
}
CLASSES = {
    "constant": ["constant"],
    "linear": ["n"],
    "nlogn": ["n log n"],
    "quadratic": ["n^2"],
}
# As much work as the quadratic one needs to be slow on the largest arrays.
PYTHON = """\
n = int(input())
s = 0
for i in range(n):
    for j in range(i):
        s += 1
print(s)
"""


def with_programs(folder: Path, grammar: str, programs: dict[str, str]) -> Package:
    """Return a package with this input format, whose accepted submissions are `programs`."""
    package = sound(folder)
    package.remove("problem/data", "validators", "solutions")
    package.write("validators/format.ctd", grammar)
    for name, code in programs.items():
        package.write(f"solutions/accepted/{name}", code)
    package.replace("problem/problem.yaml", "time_limit: 1.0", "time_limit: 5")
    return package


def growths(package: Package, *args: object) -> tuple[Done, list[dict[str, Any]]]:
    file = package.root.parent / "limits.json"
    done = package.judge("limits", "--growth", "--json", file, *args)
    assert done.code in (0, 1), done.text
    found: list[dict[str, Any]] = json.loads(file.read_text())["growth"]
    return done, found


def counted(found: list[dict[str, Any]]) -> list[Any]:
    """Return what a growth says, without the times."""
    counts = []
    for each in found:
        runs = [(run["sizes"], run["blocks"]) for run in each["runs"]]
        counts.append((each["path"], each["size"], each["classes"], each["slope"], runs))
    return counts


@pytest.mark.slow
def test_blocks_name_the_class_of_programs_whose_growth_is_known(tmp_path: Path) -> None:
    programs = {f"{name}.cpp": code for name, code in CPP.items()}
    package = with_programs(tmp_path, ARRAY, programs)
    package.test("secret/1", "1\n5\n", "0\n")
    done, found = growths(package)
    assert {each["path"][19:-4]: each["classes"] for each in found} == CLASSES
    for each in found:
        assert (each["size"], each["measure"], each["bound"]) == ("n", "blocks", 20000)
        sizes = [run["sizes"]["n"] for run in each["runs"]]
        assert len(sizes) == 12
        assert sizes[-1] == 20000
        assert sizes == sorted(sizes)
        # Half of the range is above a thousandth of the bound, and half below.
        assert sum(size < 500 for size in sizes) >= 4
        assert each["line"][-1][0] == pytest.approx(20000)
    assert done.says("blocks over n")
    assert done.says("quadratic.cpp", "n^2", "blocks of 12 sizes from 11 to 20,000")
    _, repeated = growths(package)
    assert counted(repeated) == counted(found)


@pytest.mark.slow
def test_other_languages_are_timed_and_stop_where_they_are_too_slow(
    tmp_path: Path,
) -> None:
    package = with_programs(tmp_path, "INT(1, 200000, n) NEWLINE EOF\n", {})
    package.write(
        "solutions/accepted/formula.py", "n = int(input())\nprint(n*(n-1)//2)\n"
    )
    package.write("solutions/time_limit_exceeded/loop.py", PYTHON)
    package.replace("problem/problem.yaml", "time_limit: 5", "time_limit: 2")
    package.test("secret/1", "200000\n", "19999900000\n")
    done, found = growths(package)
    by_path = {each["path"].rpartition("/")[2]: each for each in found}
    loop = by_path["loop.py"]
    assert (loop["size"], loop["measure"]) == ("n", "time")
    assert "n^2" in loop["classes"]
    # After a run that is stopped, nothing larger runs.
    assert not all(run["ended"] for run in loop["runs"])
    assert max(run["sizes"]["n"] for run in loop["runs"]) < 200000
    # It was stopped, so that the time at the bound is foretold.
    assert loop["expected_s"][0] > 2
    assert done.says("loop.py", "CPU time of", "stopped at", "at 200,000")
    formula = by_path["formula.py"]
    assert formula["classes"] == []
    assert done.says("formula.py", "unknown: CPU time of 12 sizes", "at most")


GRAPH = """\
INT(2, 2000, n) SPACE INT(1, 4000, m) NEWLINE
REPI(i, m) INT(1, n, u[i]) SPACE INT(1, n, v[i]) SPACE INT(1, 9, w[i]) NEWLINE END
EOF
"""
MATRIX = """\
#include <cstdio>
#include <vector>
int main() {
    int n, m, u, v, w;
    if (scanf("%d%d", &n, &m) != 2) return 1;
    std::vector<int> seen(n + 1);
    for (int i = 0; i < m; i++) {
        if (scanf("%d%d%d", &u, &v, &w) != 3) return 1;
        seen[u] += w;
    }
    long long s = 0;
    for (int i = 1; i <= n; i++) for (int j = 1; j <= n; j++) s += seen[i] > seen[j];
    printf("%lld\\n", s);
}
"""


@pytest.mark.slow
def test_each_size_grows_alone_too_and_vertices_and_values_are_no_sizes(
    tmp_path: Path,
) -> None:
    package = with_programs(tmp_path, GRAPH, {"matrix.cpp": MATRIX})
    package.test("secret/1", "2 1\n1 2 3\n", "1\n")
    done, found = growths(package)
    by_size = {(each["size"], each["alone"]): each for each in found}
    assert by_size.keys() == {("m", False), ("n", True), ("m", True)}
    assert by_size["n", True]["classes"] == ["n^2"]
    assert by_size["m", True]["classes"] == ["n"]
    assert by_size["m", False]["moves_with"] == ["n"]
    assert done.says("blocks over n, other sizes held")


@pytest.mark.slow
def test_without_a_grammar_generators_make_smaller_inputs_and_validators_name_sizes(
    tmp_path: Path,
) -> None:
    package = with_programs(tmp_path, ARRAY, {"linear.cpp": CPP["linear"]})
    package.remove("validators")
    package.write(
        "validators/validate.py",
        "import sys\n"
        "n, *a = map(int, sys.stdin.read().split())\n"
        "if len(a) != n or not all(1 <= x <= 99 for x in a): sys.exit(43)\n"
        "if sys.argv[1:]:\n"
        "    with open(sys.argv[2], 'w') as out:\n"
        "        out.write(f'v:1 n 0 0 {n} {n} 1 20000\\n')\n"
        "        out.write(f'v:2 a 0 0 {min(a)} {max(a)} 1 99\\n')\n"
        "sys.exit(42)\n",
    )
    package.write(
        "generators/array.py",
        "import random, sys\n"
        "n, most = map(int, sys.argv[1:3])\n"
        "random.seed(sys.argv[3])\n"
        "print(n)\nprint(*[random.randint(1, most) for _ in range(n)])\n",
    )
    package.write(
        "generators/generators.yaml",
        "solution: /solutions/accepted/linear.cpp\n"
        "data:\n  secret:\n    data:\n      '1': array.py 20000 99 {seed}\n",
    )
    done, found = growths(package)
    [each] = found
    assert (each["size"], each["bound"], each["classes"]) == ("n", 20000, ["n"])
    assert len(each["runs"]) >= 10
    assert done.says("blocks over n")


def test_a_package_without_a_source_of_inputs_is_told_what_to_write(
    tmp_path: Path,
) -> None:
    package = sound(tmp_path)
    done = package.judge("limits", "--growth")
    assert done.code == 5
    assert done.says("--growth: nothing to draw inputs from", ".ctd", "generators.yaml")


@pytest.mark.parametrize("option", ["--growth-time", "--seed"])
def test_an_option_of_growth_alone_is_refused(option: str, tmp_path: Path) -> None:
    done = sound(tmp_path).judge("limits", option, 1)
    assert (done.code, done.says(option, "expected --growth beside it")) == (2, True)


@pytest.mark.slow
def test_a_strategy_makes_inputs_and_without_named_sizes_tokens_are_the_size(
    tmp_path: Path,
) -> None:
    package = with_programs(tmp_path, ARRAY, {"quadratic.cpp": CPP["quadratic"]})
    package.remove("validators")
    package.write("validators/validate.py", "import sys\nsys.exit(42)\n")
    package.write(
        "generators/strategies.py",
        "from hypothesis import strategies as st\n\n"
        "def text(n):\n"
        "    return f'{n}\\n' + ' '.join(str(i % 7 + 1) for i in range(n)) + '\\n'\n\n"
        "inputs = st.integers(1, 3000).map(text)\n",
    )
    package.test("secret/1", "1\n5\n", "0\n")
    _, found = growths(package)
    [each] = found
    assert (each["size"], each["classes"]) == ("tokens", ["n^2"])
    assert len(each["runs"]) >= 6


def test_a_dialogue_has_no_input_of_its_own(tmp_path: Path) -> None:
    package = sound(tmp_path)
    package.replace("problem/problem.yaml", "name: ", "type: interactive\nname: ")
    package.write("validators/format.ctd", "INT(1,9,n) SPACE INT(1,9,m) NEWLINE\n")
    done = package.judge("limits", "--growth")
    assert done.code == 5
    assert done.says("--growth: submissions of an interactive", "omit --growth")
