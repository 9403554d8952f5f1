"""The globs of packages: `*` stays inside a folder, braces expand, nothing else. Pure.

Source: 2025-09, "Glob patterns". Written out because other globs have `**`, `?` and `[]`, and
because matching must take linear time whatever the pattern.
"""

from __future__ import annotations

import re

MAX_EXPANSIONS = 1000
MAX_BRACES = 20
_SPACES = re.compile(r"(?<=[{,]) +| +(?=[},])")
_ALLOWED = re.compile(r"[a-zA-Z0-9_.\-/*{},]+")


class GlobError(ValueError):
    """The text is no glob of this kind; the message says why."""


def expand(glob: str) -> tuple[str, ...]:
    """The alternatives that `glob`'s braces stand for, spaces inside of these left out. Raises
    GlobError."""
    glob = _SPACES.sub("", glob)
    if not _ALLOWED.fullmatch(glob) or "**" in glob:
        raise GlobError("expected file names, with * inside a folder and {a,b} for a choice")
    if len(glob) > MAX_EXPANSIONS or glob.count("{") > MAX_BRACES:
        raise GlobError(f"expected at most {MAX_EXPANSIONS} characters and {MAX_BRACES} braces")
    expanded, rest = _sequence(glob, 0, nested=False)
    assert rest == len(glob)
    return tuple(expanded)


def matches(glob: str, path: str) -> bool:
    """True when `glob`, without braces, matches `path` or a folder that holds it."""
    wanted, parts = glob.strip("/").split("/"), path.split("/")
    return len(wanted) <= len(parts) and all(map(_part_matches, wanted, parts))


def _sequence(glob: str, start: int, *, nested: bool) -> tuple[list[str], int]:
    """The expansions of `glob` from `start` to its end, or to the `,` or `}` that ends a choice."""
    found = [""]
    place = start
    while place < len(glob) and not (nested and glob[place] in ",}"):
        character = glob[place]
        if character == "}":
            raise GlobError("a } without its {")
        choices = [character]
        if character == "{":
            choices, place = _choices(glob, place + 1)
        found = [head + tail for head in found for tail in choices]
        if len(found) > MAX_EXPANSIONS:
            raise GlobError(f"braces that stand for more than {MAX_EXPANSIONS} names")
        place += 1
    return found, place


def _choices(glob: str, start: int) -> tuple[list[str], int]:
    """The alternatives of the brace that opened before `start`, and the place of its `}`."""
    choices: list[str] = []
    place = start
    while place < len(glob):
        expanded, place = _sequence(glob, place, nested=True)
        choices += expanded
        if place < len(glob) and glob[place] == "}":
            return choices, place
        place += 1
    raise GlobError("a { without its }")


def _part_matches(glob: str, name: str) -> bool:
    first, *rest = glob.split("*")
    if not rest:
        return glob == name
    *middle, last = rest
    if len(name) < len(first) + len(last) or not name.startswith(first):
        return False
    if not name.endswith(last):
        return False
    place, end = len(first), len(name) - len(last)
    for piece in middle:
        place = name.find(piece, place, end)
        if place < 0:
            return False
        place += len(piece)
    return True
