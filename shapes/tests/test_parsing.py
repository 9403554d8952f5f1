"""The parser accepts what the Python package `checktestdata` accepts, and keeps annotations."""

from __future__ import annotations

import random
import re

import pytest
from grammars import IDIOMS, WHOLE, mutant, other_parse, tokenize

from shapes.grammar.parsing import GrammarError, parse

# Numbers that take either parser minutes: large powers and exponents.
_HUGE = re.compile(r"\^[\s(]*-?[0-9.]{5,}|[eE]\+?[0-9]{6,}")


def accepts(source: str) -> bool:
    try:
        parse(source)
    except GrammarError:
        return False
    return True


def other_accepts(source: str) -> bool:
    try:
        other_parse(tokenize(source.encode("latin-1")))
    except Exception:  # the package raises many kinds
        return False
    return True


@pytest.mark.parametrize("source", [WHOLE, *IDIOMS.values()])
def test_accepts_what_contests_write(source: str) -> None:
    assert other_accepts(source)
    assert accepts(source)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_agrees_with_the_package_on_mutants(count: int) -> None:
    draw = random.Random(18)
    accepted = 0
    for _ in range(count):
        source = mutant(draw.choice([WHOLE, *IDIOMS.values()]), draw)
        if not _HUGE.search(source):
            accepted += other_accepts(source)
            assert accepts(source) == other_accepts(source), source
    assert accepted > count / 20


def test_reads_annotations_and_names_the_line_of_a_fault() -> None:
    assert parse("INT(1,2,n) #@ tree u v\n# plain\n#@ grid g").value == [
        (1, ["tree", "u", "v"]),
        (3, ["grid", "g"]),
    ]
    with pytest.raises(GrammarError, match=r"^line 3: expected \), not 'NEWLINE'$"):
        parse("INT(1,2) NEWLINE\n\nINT(1,2 NEWLINE")
