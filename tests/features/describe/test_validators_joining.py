"""What several validators of one package say together."""

from __future__ import annotations

from support.validator_sources import cpp, python, shown

from judging.features.describe.hints import Reading
from judging.features.describe.tree import Description
from judging.features.describe.validators.joining import joined

STRICT = """
n = int(input())
assert 1 <= n <= 30
for _ in range(n):
    match = re.fullmatch("([0-9]+) ([a-z]+)", input())
    x = int(match[1])
    assert 1 <= x <= 200 and len(match[2]) <= 9
"""


def together(*readings: Reading) -> Description:
    found = joined(readings)
    assert found is not None
    return found


def test_what_one_leaves_open_another_one_bounds() -> None:
    loose = cpp(
        "int count; cin >> count; for (int i = 0; i < count; i++) {"
        " int size; string name; cin >> size >> name; assert(size <= 50 && size % 2 == 1); }"
        " return 42;",
        header="iostream",
    )
    found = together(loose, python(STRICT))
    assert shown(found.body) == "n[1..30] / [n: x[1..50] x2<[a-z]+, 1..9> /]"
    assert [(r.kind.value, r.names, r.bound) for r in found.relations] == [
        ("holds", ("x",), "x % 2 == 1")
    ]
    assert found.notes == ()


def test_bounds_in_names_are_those_of_the_other_validator() -> None:
    first = python("""
    n = int(input())
    k = int(input())
    assert 2 <= n <= 9""")
    second = python("""
    size = int(input())
    part = int(input())
    assert 2 <= size <= 5 and 1 <= part <= size - 1
    assert f(part)""")
    found = together(first, second)
    assert shown(found.body) == "n[2..5] / k[1..n - 1] /"
    assert len(found.notes) == 1
    assert found.notes[0].startswith("validate.py:8: a condition that is not understood")


def test_a_bound_that_both_leave_open_is_still_noted() -> None:
    first = python("n = int(input())\nassert n > 1")
    found = together(first, first)
    assert found.notes == ("validate.py:4: no bound of n is known",)


def test_different_forms_are_not_joined() -> None:
    other = python("n = int(input())\nassert 1 <= n <= 9")
    assert joined([python(STRICT), other]) is None
    assert joined([other]) is None
    assert joined([other, python("print(1)")]) is None
