"""Globs in packages: `*` matches inside one folder,
braces expand, nothing else is special.

Source: 2025-09, "Glob patterns". Python's globs have `**`, `?` and `[]` too, so `expand`
refuses these. Matching takes linear time for every pattern.
"""

import re
from fnmatch import fnmatchcase

# Twenty braces of two names each stand for a million globs: a package
# must not be able to fill the memory of the judge. No package that we
# know comes near; the bounds are a choice.
MAX_EXPANSIONS = 1000
MAX_BRACES = 20
_SPACES = re.compile(r"(?<=[{,]) ++|(?<! ) ++(?=[},])")
_ALLOWED = re.compile(r"[a-zA-Z0-9_.\-/*{},]+")


class GlobError(ValueError):
    """The text is not such a glob; the message says why."""


def expand(glob: str) -> tuple[str, ...]:
    """Return the globs that the braces of `glob` stand for,
    without the spaces inside braces.

    Raise GlobError.
    """
    glob = _SPACES.sub("", glob)
    if not _ALLOWED.fullmatch(glob) or "**" in glob:
        raise GlobError(
            "expected file names, with * inside a folder and {a,b} for alternatives"
        )
    if len(glob) > MAX_EXPANSIONS or glob.count("{") > MAX_BRACES:
        raise GlobError(
            f"expected at most {MAX_EXPANSIONS} characters and {MAX_BRACES} braces"
        )
    return tuple(_expansions(glob, 0, nested=False)[0])


def matches(glob: str, path: str) -> bool:
    """True when `glob`, without braces, matches `path` or a folder that contains it."""
    wanted = glob.strip("/").split("/")
    parts = path.split("/")
    return len(wanted) <= len(parts) and all(map(fnmatchcase, parts, wanted))


def _expansions(glob: str, place: int, *, nested: bool) -> tuple[list[str], int]:
    """Return the expansions of `glob` from `place` on, and the index where they end: the
    end of the text, or the `}` of the brace that contains them if they are `nested`."""
    alternatives: list[str] = []
    found = [""]
    while place < len(glob) and not (nested and glob[place] == "}"):
        if glob[place] == "}":
            raise GlobError("a } without a {")
        if nested and glob[place] == ",":
            alternatives += found
            found = [""]
        else:
            choices = [glob[place]]
            if glob[place] == "{":
                choices, place = _expansions(glob, place + 1, nested=True)
            found = [head + tail for head in found for tail in choices]
            if len(found) > MAX_EXPANSIONS:
                raise GlobError(f"its braces stand for more than {MAX_EXPANSIONS} names")
        place += 1
    if nested and place == len(glob):
        raise GlobError("a { without a }")
    return [*alternatives, *found], place
