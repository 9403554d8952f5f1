"""A short side-by-side view of an output and the answer, for people."""

from itertools import islice, zip_longest
from posixpath import commonprefix

_WIDTH = 72
_LINES = 3
_READ = 1 << 20


def difference(output: bytes, answer: bytes) -> str:
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
        if got == expected or not ((got or b"").strip() or (expected or b"").strip()):
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


def _lines(text: bytes) -> tuple[list[bytes], int]:
    """Return the first lines of `text`, and how many of them are complete: a number larger than
    their count if all of `text` was read."""
    lines = text[:_READ].split(b"\n")
    return lines, _READ + 2 if len(text) <= _READ else max(len(lines) - 1, 1)


def _crop(line: bytes | None, start: int) -> str:
    if line is None:
        return "(end of file)"
    text = line[start : start + _WIDTH].decode("utf-8", "backslashreplace")
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return (
        ("..." if start else "") + text + ("..." if len(line) > start + _WIDTH else "")
    )
