"""A short side-by-side view of an output and the answer, for people."""

from itertools import islice, zip_longest
from posixpath import commonprefix
from typing import BinaryIO

# What people read of a wrong answer: beside `line N: expected`, 72 characters fit on a terminal.
_WIDTH = 72
_LINES = 3
_READ = 1 << 20  # bytes of each side; a difference after them is not shown


def difference(output: BinaryIO, answer: BinaryIO) -> str:
    """Return at most the first three lines that differ, each cropped around its first difference.

    Return the empty string if no line differs.
    """
    got_lines, got_cut = _lines(output)
    expected_lines, expected_cut = _lines(answer)
    pairs = zip_longest(got_lines, expected_lines)
    parts: list[str] = []
    # Lines after the end of what was read cannot be compared.
    for number, (got, expected) in enumerate(
        islice(pairs, min(got_cut, expected_cut)), start=1
    ):
        both_blank = not (got or b"").strip() and not (expected or b"").strip()
        if got == expected or both_blank:
            continue
        if len(parts) == _LINES:
            parts.append("...")
            break
        start = max(0, len(commonprefix([got or b"", expected or b""])) - _WIDTH // 2)
        place = f"line {number}: "
        indent = " " * len(place)
        parts.append(
            f"{place}expected  {_crop(expected, start)}\n{indent}got       {_crop(got, start)}"
        )
    return "\n".join(parts)


def _lines(file: BinaryIO) -> tuple[list[bytes], int]:
    """Return the first lines of a file, and how many of them are complete: a number
    larger than their count if all of the file was read."""
    text = file.read(_READ + 1)
    lines = text[:_READ].split(b"\n")
    if len(text) <= _READ:
        return lines, _READ + 2
    return lines, max(len(lines) - 1, 1)


def _crop(line: bytes | None, start: int) -> str:
    if line is None:
        return "(end of file)"
    text = line[start : start + _WIDTH].decode("utf-8", "backslashreplace")
    shown = ""
    for character in text:
        shown += character if character.isprintable() else ascii(character)[1:-1]
    if start > 0:
        shown = f"...{shown}"
    if len(line) > start + _WIDTH:
        shown += "..."
    return shown
