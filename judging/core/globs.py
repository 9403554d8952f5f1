"""Globs in packages: `*` matches inside one folder, braces expand, nothing else is special.

Source: 2025-09, "Glob patterns". Python's globs have `**`, `?` and `[]` too, so `expand` refuses
these. Matching takes linear time for every pattern.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

MAX_EXPANSIONS = 1000
MAX_BRACES = 20
_SPACES = re.compile(r"(?<=[{,]) +| +(?=[},])")
_ALLOWED = re.compile(r"[a-zA-Z0-9_.\-/*{},]+")


class GlobError(ValueError):
    """The text is not such a glob; the message says why."""


def expand(glob: str) -> tuple[str, ...]:
    """Return the globs that the braces of `glob` stand for, without the spaces inside braces.

    Raise GlobError.
    """
    glob = _SPACES.sub("", glob)
    if not _ALLOWED.fullmatch(glob) or "**" in glob:
        raise GlobError("expected file names, with * inside a folder and {a,b} for alternatives")
    if len(glob) > MAX_EXPANSIONS or glob.count("{") > MAX_BRACES:
        raise GlobError(f"expected at most {MAX_EXPANSIONS} characters and {MAX_BRACES} braces")
    expanded, rest = _sequence(glob, 0, nested=False)
    assert rest == len(glob)
    return tuple(expanded)


def matches(glob: str, path: str) -> bool:
    """True when `glob`, without braces, matches `path` or a folder that contains it."""
    wanted, parts = glob.strip("/").split("/"), path.split("/")
    return len(wanted) <= len(parts) and all(map(fnmatchcase, parts, wanted))


def _sequence(glob: str, start: int, *, nested: bool) -> tuple[list[str], int]:
    """Return the expansions of `glob` from `start` on, and the index where they end: the end of
    the text, or if `nested` the `,` or `}` that ends an alternative."""
    found = [""]
    place = start
    while place < len(glob) and not (nested and glob[place] in ",}"):
        character = glob[place]
        if character == "}":
            raise GlobError("a } without a {")
        choices = [character]
        if character == "{":
            choices, place = _choices(glob, place + 1)
        found = [head + tail for head in found for tail in choices]
        if len(found) > MAX_EXPANSIONS:
            raise GlobError(f"its braces stand for more than {MAX_EXPANSIONS} names")
        place += 1
    return found, place


def _choices(glob: str, start: int) -> tuple[list[str], int]:
    """Return the alternatives of the brace that opened before `start`, and the index of its `}`."""
    choices: list[str] = []
    place = start
    while place < len(glob):
        expanded, place = _sequence(glob, place, nested=True)
        choices += expanded
        if place < len(glob) and glob[place] == "}":
            return choices, place
        place += 1
    raise GlobError("a { without a }")
