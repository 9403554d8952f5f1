"""Bounds that statements state: which formulas are read, and when `judge validate` warns."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Package, sound
from support.testlib import LOGGING_HEADER

from judging.features.statement.stated_bounds import stated_bounds


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        (r"$1 \le n \le 1000$", {"n": (1, 1000)}),
        ("(1 <= N <= 10^9)", {"N": (1, 10**9)}),
        ("1 ≤ n ≤ 5", {"n": (1, 5)}),
        (r"$1\leq n, m\leq 2\cdot 10^{5}$", {"n": (1, 200_000), "m": (1, 200_000)}),
        ("$1 <= n <= 2 dot 10^5$", {"n": (1, 200_000)}),
        (r"$1 \leqslant n \leqslant 1\,000\,000$", {"n": (1, 1_000_000)}),
        (r"$1 \le n \le 10{,}000$", {"n": (1, 10_000)}),
        ("- 1 <= n <= 1,000", {"n": (1, 1000)}),
        ("| 1 | $0 \\le x \\le 0.5$ |", {"x": (0, 0.5)}),
        (r"$-10^9 \le a_i \le 10^9 - 1$", {"a_i": (-(10**9), 10**9 - 1)}),
        (r"$0 \le a_{i} < 2^{31}$", {"a_i": (0, 2**31 - 1)}),
        (r"$1 \le a_1, \ldots, a_n \le 9$", {"a_1": (1, 9), "a_n": (1, 9)}),
        # The bounds of a subtask are narrower than those of all tests.
        (r"$1 \le n \le 1000$, in the first group $n \le 10$", {"n": (1, 1000)}),
        ("1 ≤ n ≤ 10, later 1 ≤ n ≤ 20", {"n": (1, 20)}),
        # Not from both sides, or not of one quantity.
        (r"$1 \le l \le r \le 10^9$", {}),
        (r"$n \le 1000$", {}),
        (r"$1 \le n + m \le 5$", {}),
        (r"$1 \le \sum_i a_i \le 5$", {}),
        (r"$1 \le k \le 2n$ and $1 \le j \le 2 \cdot n$", {}),
        (r"$1 \le k \le 2 n$", {}),
        (r"$1 \le k \le 10^n$", {}),
        (r"$2^1 \le k \le n^2$", {}),
        (r"$|s| \le 5$, $1 \le |s| \le 5$", {}),
        # Thousands, as people write them in many languages.
        ("1 ≤ n ≤ 30\u2009000\u2009000", {"n": (1, 30_000_000)}),
        ("1 ≤\u2009n\u00a0≤ 30\u202f000", {"n": (1, 30_000)}),
        ("1 ≤ n ≤ 30\u00a0000.", {"n": (1, 30_000)}),
        ("1 ≤ n ≤ 30'000", {"n": (1, 30_000)}),
        (r"$1 \le n \le 30{.}000$", {"n": (1, 30_000)}),
        ("1 ≤ n ≤ 1.000.000", {"n": (1, 1_000_000)}),
        ("1 ≤ n ≤ 30,000.", {"n": (1, 30_000)}),
        (r"$1\,000 \le n \le 30\,000.$", {"n": (1000, 30_000)}),
        # Fractions.
        ("0.001 ≤ x ≤ 1.5", {"x": (0.001, 1.5)}),
        ("0.000 ≤ x ≤ 1,000.500", {"x": (0, 1000.5)}),
        ("0.5000 ≤ x ≤ 1000.125", {"x": (0.5, 1000.125)}),
        # Either of both, so that nothing is said, also of narrower bounds.
        ("1 ≤ n ≤ 30.000", {}),
        ("1 ≤ n ≤ 30.000, in the first group 1 ≤ n ≤ 100; 1 ≤ m ≤ 5", {"m": (1, 5)}),
        ("1.500 ≤ x ≤ 2.5", {}),
        (r"$1 \le n \le 2.345 \cdot 10^3$", {}),
        ("0,001 ≤ x ≤ 5", {}),
        ("1 ≤ n ≤ 2.5.1", {}),
        ("9.5^399 <= n <= 5, 1 <= n <= 10^100000", {}),
    ],
)
def test_chains_of_names_and_numbers_are_read(
    text: str, bounds: dict[str, tuple[float, float]]
) -> None:
    found = {one.name: (one.low, one.high) for one in stated_bounds(text)}
    assert found == bounds


def test_the_line_is_that_of_the_first_chain() -> None:
    (one,) = stated_bounds("Sort.\n\nGiven $n$,\nwhere $1 \\le n \\le 5$.\n")
    assert one.line == 4


def package(folder: Path, statement: str) -> Package:
    """The small sound package whose validator is a grammar with named bounds."""
    made = sound(folder)
    made.remove("validators/validate.py", "problem/data/invalid_input")
    made.write("validators/form.ctd", "INT(0,100,a) SPACE INT(1,a+100,b) NEWLINE EOF\n")
    made.write("problem/statement.en.md", statement)
    return made


def test_a_statement_whose_bounds_differ_from_the_validators_is_warned_of(
    tmp_path: Path,
) -> None:
    made = package(
        tmp_path, "Add.\n\nIt holds $1 \\le a \\le 100$ and $1 \\le c \\le 5$.\n"
    )
    done = made.judge("validate")
    assert done.code == 0
    message = "states 1 to 100 for a, but the input validator accepts 0 to 100"
    assert done.says(f"warning: problem/statement.en.md:3: {message}")
    assert not done.says("for c")


def test_equal_bounds_and_bounds_that_vary_are_not_warned_of(tmp_path: Path) -> None:
    made = package(tmp_path, "$0 \\le a < 101$, $1 \\le b \\le 200$\n")
    assert not made.judge("validate").says("but the input validator accepts")
    # In no test may a bound that varies be wider than the one that is stated.
    made.write("problem/statement.en.md", "$0 \\le a \\le 100$, $1 \\le b_i \\le 110$\n")
    assert made.judge("validate").says("states 1 to 110 for b_i", "accepts 1 to 120")


@pytest.mark.slow
def test_bounds_of_validators_for_testlib_are_compared(tmp_path: Path) -> None:
    made = package(tmp_path, "$1 \\le n \\le 100$\n")
    made.remove("validators/form.ctd")
    made.write("validators/testlib.h", LOGGING_HEADER)
    made.write(
        "validators/valid.cpp",
        '#include "testlib.h"\n'
        "int main(int argc, char **argv) {\n"
        "    registerValidation(argc, argv);\n"
        '    inf.readInt(1, 1000, "n"); inf.readSpace(); inf.readInt(1, 100, "b");\n'
        "    inf.readEoln(); inf.readEof();\n"
        "}\n",
    )
    done = made.judge("validate")
    assert done.says("states 1 to 100 for n, but the input validator accepts 1 to 1000")
