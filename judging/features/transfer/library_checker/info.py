"""Read `info.toml`, which says what a problem of Library Checker consists of.

Source: `generate.py` of https://github.com/yosupo06/library-checker-problems, which reads
the same keys.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.features.transfer.filesystem import read_file
from judging.package.problem_yaml.config_limits import LEAST_S, MOST_S
from judging.values import Value

NAME = "info.toml"
# What one entry of `tests` may ask for. Chosen: problems have some hundred tests.
_MOST_TESTS = 10_000
# What a solution may be expected to get, or allowed to get besides AC.
VERDICTS = {"WA": "WA", "TLE": "TLE", "RE": "RTE"}
T = TypeVar("T")


class TestFamily(Value):
    """Tests that one program makes, or one series of files holds.

    file: in the folder `gen`; `x.cpp` gets 0, 1, ... as its argument, `x.in` stands for
        x_00.in, x_01.in and so on.
    """

    file: str
    number: int

    @property
    def stem(self) -> str:
        """What the names of the tests begin with."""
        return PurePosixPath(self.file).stem


class Solution(Value):
    """A program in the folder `sol`.

    expected: a verdict that some test must give, None for AC alone.
    allowed: other verdicts that tests may give.
    is_function: it is compiled with the files of the folder `grader`.
    """

    file: str
    expected: str | None
    allowed: frozenset[str]
    is_function: bool


class Info(Value):
    """The content of `info.toml`. `params`: the bounds, which programs read from params.h."""

    title: str
    time_s: float
    forum: str
    tests: tuple[TestFamily, ...]
    solutions: tuple[Solution, ...]
    params: Mapping[str, int | float | str]
    checker: str
    validator: str


def read(path: Path) -> Info:
    """Return the content of the file. Raise PackageError if it cannot be understood."""
    content = read_file(path)
    try:
        table = _Table(tomllib.loads(content.decode()), "")
    except UnicodeDecodeError as fault:
        line = content.count(b"\n", 0, fault.start) + 1
        message = f"not UTF-8: byte 0x{content[fault.start]:02x}: save the file as UTF-8"
        raise PackageError([error(message, NAME, line)]) from fault
    except tomllib.TOMLDecodeError as fault:
        raise PackageError([error(f"not TOML: {fault}", NAME)]) from fault
    except (ValueError, RecursionError) as fault:
        # A number of thousands of digits, or thousands of brackets in one another.
        raise PackageError([error(f"cannot be read: {fault}", NAME)]) from fault
    time_s = table.get("timelimit", (int, float))
    # False for nan too. An integer may be too large for a float.
    if not LEAST_S <= time_s <= MOST_S:
        table.fail("timelimit", f"expected {LEAST_S} to {MOST_S} seconds")
    tests = []
    for entry in table.tables("tests"):
        number = entry.get("number", int)
        if not 0 <= number <= _MOST_TESTS:
            entry.fail("number", f"expected 0 to {_MOST_TESTS:,}, found {number}")
        tests.append(TestFamily(entry.get("name", str), number))
    params = table.get("params", dict, {})
    for name, value in params.items():
        if not isinstance(value, int | float | str):
            table.fail(f"params.{name}", "expected a number or a text")
    return Info(
        title=table.get("title", str),
        time_s=float(time_s),
        forum=table.get("forum", str, ""),
        tests=tuple(tests),
        solutions=tuple(_solution(entry) for entry in table.tables("solutions")),
        params=params,
        checker=table.get("checker", str, "checker.cpp"),
        validator=table.get("verifier", str, "verifier.cpp"),
    )


def _solution(entry: "_Table") -> Solution:
    expected = entry.get("expect", str, "")
    if expected and expected not in VERDICTS:
        entry.fail("expect", f"expected {', '.join(VERDICTS)}, found {expected!r}")
    allowed = set()
    for code, verdict in VERDICTS.items():
        if entry.get(f"allow_{code.lower()}", bool, False):
            allowed.add(verdict)
    return Solution(
        file=entry.get("name", str),
        expected=VERDICTS.get(expected),
        allowed=frozenset(allowed),
        is_function=entry.get("function", bool, False),
    )


class _Table(Value):
    """A table of the file, and its place for messages."""

    values: Mapping[str, Any]
    place: str

    def get(self, key: str, kind: type[T] | tuple[type[T], ...], *default: T) -> T:
        """Return a value of the kind; without a default, the key must be there."""
        if key not in self.values:
            if default:
                return default[0]
            self.fail(key, "missing")
        value: T = self.values[key]
        if not isinstance(value, kind):
            self.fail(key, f"unexpected value {value!r}")
        return value

    def tables(self, key: str) -> list["_Table"]:
        found = []
        for number, entry in enumerate(self.get(key, list, [])):
            if not isinstance(entry, dict):
                self.fail(key, f"expected tables, found {entry!r}")
            found.append(_Table(entry, f"{key}.{number}."))
        return found

    def fail(self, key: str, message: str) -> None:
        raise PackageError([error(message, NAME, key=f"{self.place}{key}")])
