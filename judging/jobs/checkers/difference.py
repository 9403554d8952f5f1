"""A short side-by-side of an output and the answer, for people. Pure."""

from __future__ import annotations

_WIDTH = 72
_LINES = 3
_READ = 1 << 20


def difference(output: bytes, answer: bytes) -> str:
    """The first lines that differ, at most three, each cropped around the first difference; the
    empty string when none does."""
    got_lines, got_cut = _lines(output)
    expected_lines, expected_cut = _lines(answer)
    # Past the end of what was read of one file, nothing can be said.
    last = min(got_cut, expected_cut, max(len(got_lines), len(expected_lines)))
    shown: list[str] = []
    for index in range(last):
        got = got_lines[index] if index < len(got_lines) else None
        expected = expected_lines[index] if index < len(expected_lines) else None
        if got == expected or not ((got or b"").strip() or (expected or b"").strip()):
            continue
        if len(shown) == _LINES:
            shown.append("...")
            break
        start = max(0, _first_difference(got or b"", expected or b"") - _WIDTH // 2)
        place = f"line {index + 1}: "
        indent = " " * len(place)
        shown.append(
            f"{place}expected  {_crop(expected, start)}\n{indent}got       {_crop(got, start)}"
        )
    return "\n".join(shown)


def _lines(text: bytes) -> tuple[list[bytes], int]:
    """The first lines of `text`, and how many of them are known to be whole, or a number past
    any when all were read."""
    lines = text[:_READ].split(b"\n")
    return lines, _READ + 2 if len(text) <= _READ else max(len(lines) - 1, 1)


def _first_difference(a: bytes, b: bytes) -> int:
    return next(
        (i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b))
    )


def _crop(line: bytes | None, start: int) -> str:
    if line is None:
        return "(end of file)"
    text = line[start : start + _WIDTH].decode("utf-8", "backslashreplace")
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)
    return ("..." if start else "") + text + ("..." if len(line) > start + _WIDTH else "")
