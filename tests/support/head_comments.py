"""Read the head comment of a program of the tests: what it does in words, and fields about it."""

from __future__ import annotations

import re
from pathlib import Path

_LINE = re.compile(r"\s*(?:/\*|\*/|\*|//|#(?!\w))\s?(.*?)\s*(?:\*/)?$")
_FIELD = re.compile(r"^(\w+): (.*)$", re.MULTILINE)


def read_head(path: Path) -> tuple[str, dict[str, str]]:
    """Return the words and the fields of the comment that a program begins with.

    The words are the paragraph before the first empty line, the fields are lines `name: value`
    in the paragraph after it. ValueError if there is no second paragraph.
    """
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        match = _LINE.match(line)
        if match is None:
            break
        lines.append(match[1])
        if "*/" in line:
            break
    words, gap, rest = "\n".join(lines).strip().partition("\n\n")
    if not gap:
        raise ValueError(f"{path}: the head comment has no fields")
    return " ".join(words.split()), dict(_FIELD.findall(rest))
