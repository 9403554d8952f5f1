"""What a problem's statement says about the problem itself: its name."""

from __future__ import annotations

import re

from judging.problem import Paths

_NAMES = (
    re.compile(r"^%%\s*plainproblemname:\s*(.+?)\s*$", re.MULTILINE),
    re.compile(r"\\problemname\{((?:[^{}]|\{[^{}]*\})+)\}"),
)
_MOST_BYTES = 2**20


def name(paths: Paths, pattern: str) -> str | None:
    """The problem's name from the first LaTeX statement that gives one, English ones first.

    Source: legacy, "Problem statements". `pattern` is the glob of the statements.
    """
    found = sorted(paths.root.glob(pattern), key=lambda p: (".en." not in p.name, p.name))
    for path in found:
        if path.suffix != ".tex" or not path.resolve().is_relative_to(paths.root):
            continue
        with path.open("rb") as file:
            text = file.read(_MOST_BYTES).decode("utf-8", "replace")
        for expression in _NAMES:
            match = expression.search(text)
            if match and match[1].strip():
                return match[1].strip()
    return None
