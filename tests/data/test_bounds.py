"""Bounds of the input: the constraints file, and real validators that write it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.packages import make_package

from judging.data.bounds import (
    Bound,
    LoggedBound,
    merge_bounds,
    merge_logged,
    parse_bounds,
    parse_log,
)
from judging.data.constraints import read_bounds
from judging.data.generation.prepared import prepare_tests
from judging.package import load
from judging.session import Findings, Session

OpenSession = Callable[..., Session]
FIRST = "validators/first.py"
SECOND = "validators/second.py"
GRAMMAR = "validators/pair.ctd"


def test_the_log_of_a_validator_for_testlib_says_which_bounds_are_reached() -> None:
    first = parse_log(
        '"n": min-value-hit\n"x_i":\n"old": max-value-hit\nfeature "big": hit\n'
        'constant-bounds "n": 1 100\nconstant-bounds "x_i": ? 2.500000\nvariable "n"\n',
        "v.cpp",
    )
    second = parse_log('"n": max-value-hit\nconstant-bounds "n": 1 50\n', "v.cpp")
    n, x, old = merge_logged([first, second])
    assert n == LoggedBound(
        "v.cpp:n", "n", 1, 100, True, True, varies=True, validator="v.cpp"
    )
    assert x == LoggedBound(
        "v.cpp:x_i", "x_i", None, 2.5, False, False, validator="v.cpp"
    )
    assert old == LoggedBound(
        "v.cpp:old", "old", None, None, False, True, validator="v.cpp"
    )


def test_bounds_of_several_inputs_are_merged() -> None:
    first = parse_bounds("v.cpp:3 n 1 0 1 7 1 100\nv.cpp:4 x 0 0 0.5 2.5 0 10\n\n")
    second = parse_bounds("v.cpp:3 n 0 1 2 100 1 100\nv.cpp:5 k 0 0 2 2 1 7\n")
    third = parse_bounds("v.cpp:5 k 0 1 9 9 1 9\n")
    n, x, k = merge_bounds([first, second, third])
    assert (n.name, n.low, n.high, n.least, n.greatest) == ("n", 1, 100, 1, 100)
    assert (n.low_reached, n.high_reached, n.varies) == (True, True, False)
    assert (x.least, x.greatest, x.low_reached, x.high_reached) == (
        0.5,
        2.5,
        False,
        False,
    )
    assert (k.low, k.high, k.least, k.greatest, k.varies) == (1, 9, 2, 9, True)
    assert (k.low_reached, k.high_reached) == (False, True)


@pytest.mark.parametrize(
    "line",
    [
        "n",
        "v n 1 0 1 7 1",
        "v n 1 0 1 7 1 9 9",
        "v n 2 0 1 7 1 9",
        "v n 1 0 a 7 1 9",
        "v n 1 0 nan 7 1 9",
    ],
)
def test_a_malformed_constraints_file_is_refused_with_its_line(line: str) -> None:
    with pytest.raises(ValueError, match=r"^line 2: expected 'location name"):
        parse_bounds(f"v m 0 0 1 1 0 2\n{line}\n")


def read(
    folder: Path, open_session: OpenSession, **validators: str
) -> tuple[dict[str, tuple[Bound, ...]], list[str]]:
    """The bounds of the tests `1 2` and `3 4`, by these validators, and the findings."""
    changes: dict[str, str | None] = {"validators/check.py": None}
    changes |= {
        f"validators/{name}.py": f"import os, sys\n{v}" for name, v in validators.items()
    }
    problem, findings = load(make_package(folder, changes)), Findings()
    assert not problem.broken, problem.diagnostics
    session = open_session(problem)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    found = read_bounds(problem, tests, session, findings)
    assert read_bounds(problem, tests, session, findings) == found
    return found, [str(finding) for finding in findings.diagnostics]


WRITE = """
a = int(input().split()[0])
option, file = sys.argv[1:]
assert option == "--constraints_file"
open(file, "w").write(f"v:1 a {a == 1:d} 0 {a} {a} 1 9\\n")
sys.exit(42)
"""


def test_the_bounds_of_each_test_are_those_that_the_validators_write(
    tmp_path: Path, open_session: OpenSession
) -> None:
    other = 'open(sys.argv[2], "w").write("w:1 b 0 0 2 2 0 1e9\\n"); sys.exit(42)'
    found, findings = read(tmp_path, open_session, first=WRITE, second=other)
    assert findings == []
    second = Bound("w:1", "b", 0, 1e9, 2, 2, False, False, validator=SECOND)
    assert found == {
        "sample/1": (
            Bound("v:1", "a", 1, 9, 1, 1, True, False, validator=FIRST),
            second,
        ),
        "secret/1": (
            Bound("v:1", "a", 1, 9, 3, 3, False, False, validator=FIRST),
            second,
        ),
    }


def test_a_grammar_writes_the_bounds_of_its_variables(
    tmp_path: Path, open_session: OpenSession
) -> None:
    grammar = "INT(1,9,a) SPACE INT(0,a+1) NEWLINE"
    changes: dict[str, str | None] = {
        "validators/check.py": None,
        GRAMMAR: grammar,
    }
    problem, findings = load(make_package(tmp_path, changes)), Findings()
    session = open_session(problem)
    tests = prepare_tests(problem, problem.testcases, session, findings)
    assert read_bounds(problem, tests, session, findings) == {
        "sample/1": (Bound("a", "a", 1, 9, 1, 1, True, False, validator=GRAMMAR),),
        "secret/1": (Bound("a", "a", 1, 9, 3, 3, False, False, validator=GRAMMAR),),
    }


@pytest.mark.parametrize(
    "validator",
    [
        "sys.exit(42)",  # it does not know the option
        "sys.exit(43 if sys.argv[1:] else 42)",  # it refuses the option
        'open(sys.argv[2], "w").write("v:1 a 0 0 1 1 0 9\\n"); sys.exit(1)',
        'os.symlink("/etc/hostname", sys.argv[2]); sys.exit(42)',
        "os.mkdir(sys.argv[2]); sys.exit(42)",
    ],
)
def test_a_validator_that_writes_no_constraints_file_is_ignored(
    validator: str, tmp_path: Path, open_session: OpenSession
) -> None:
    found, findings = read(tmp_path, open_session, check=validator)
    assert (found, findings) == ({"sample/1": (), "secret/1": ()}, [])


def test_a_malformed_file_is_a_warning_and_the_other_validator_counts(
    tmp_path: Path, open_session: OpenSession
) -> None:
    bad = 'open(sys.argv[2], "w").write("a is at least 1\\n"); sys.exit(42)'
    found, findings = read(tmp_path, open_session, bad=bad, good=WRITE)
    assert [len(bounds) for bounds in found.values()] == [1, 1]
    expected = "expected 'location name 0|1 0|1 least greatest low high', found 'a is at least 1'"
    malformed = "warning: validators/bad.py: malformed --constraints_file on test"
    assert findings == [
        f"{malformed} {t}: line 1: {expected}" for t in ("sample/1", "secret/1")
    ]
