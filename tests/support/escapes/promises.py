"""The promises of the sandbox (docs/promises.md), and the tests and attacks that name them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from support.command import ROOT

PAGE = ROOT / "docs" / "promises.md"
_TESTS = ROOT / "tests"
_ROW = re.compile(r"^\| ([a-z-]+) \| `(\w+)` \| (.*?) \| .* \|$", re.MULTILINE)
_LINKED = re.compile(r"\]\(\.\./(tests/[\w/]+\.py)\)")
_NAMED = re.compile(r"^promise: (.+)$", re.MULTILINE)
_BRACKETS = re.compile(r"\[([a-z-]+(?:,\s+[a-z-]+)*)\](?!\()")


@dataclass(frozen=True, slots=True)
class Promise:
    """A row of the page: the weakest tier that holds it, and what the page says attacks it."""

    name: str
    tier: str
    entries: int
    modules: frozenset[str]


def listed() -> dict[str, Promise]:
    """Return the promises of the page, by name."""
    found = {}
    for name, tier, attacks in _ROW.findall(PAGE.read_text()):
        number = re.match(r"\d+", attacks)
        entries = int(number[0]) if number else 0
        modules = frozenset(_LINKED.findall(attacks))
        found[name] = Promise(name, tier, entries, modules)
    return found


def named_by_modules() -> Iterator[tuple[str, str]]:
    """Yield (promise, path of the module) for each promise that a docstring names."""
    for path in sorted(_TESTS.rglob("test_*.py")):
        docstring = ast.get_docstring(ast.parse(path.read_text())) or ""
        for names in _NAMED.findall(docstring):
            for name in names.split():
                yield name, str(path.relative_to(ROOT))


def named_in(text: str) -> set[str]:
    """Return the promises that stand in brackets in a text."""
    found: set[str] = set()
    for names in _BRACKETS.findall(text):
        found |= set(re.split(r",\s+", names))
    return found


def blocks(text: str) -> list[str]:
    """Return the paragraphs and the items of lists of a text."""
    return [block.strip() for block in re.split(r"\n\n|\n(?=- )", text) if block.strip()]
