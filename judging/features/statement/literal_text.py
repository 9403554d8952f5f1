"""Leave out what a statement shows as it is: comments, listings, code. Pure.

Each part is found in one pass: a pattern with `.*?` would read the rest of the text
again for each part that begins and does not end.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate

# An escaped sign is neither a comment nor the begin of a formula.
_LATEX = re.compile(
    r"\\\\|\\[%$]|%[^\n]*|\\(?P<short>verb|lstinline)"
    r"|\\begin\{(?P<environment>verbatim|lstlisting|comment)\}"
)
_OPTIONS = re.compile(r"\[[^\]\n]{0,300}\]")
_ESCAPED = ("\\\\", "\\%", "\\$")
_NO_LINE_END = re.compile(r"[^\n]")
_MARKDOWN = re.compile(r"\\\$|^(?P<fence>```+|~~~+)|(?P<code>`+)", re.MULTILINE)
_FENCES = {sign: re.compile(rf"^{sign}+", re.MULTILINE) for sign in ("```", "~~~")}
_CODE = re.compile("`+")
_LEAST_FENCE = 3
# What \verb shows is part of a line.
_LONGEST_SHORT = 1000


def without_literal_latex(text: str) -> str:
    """Return the text with nothing but line ends in place of comments and listings."""
    kept = []
    place = 0
    for start, end in literal_latex(text):
        kept.append(text[place:start])
        kept.append(_line_ends(text, start, end))
        place = end
    return "".join(kept) + text[place:]


def blank_latex(text: str) -> str:
    """Return a text of the same length with spaces in place of comments and listings."""
    kept = []
    place = 0
    for start, end in literal_latex(text):
        if text[start:end] not in _ESCAPED:
            kept.append(text[place:start])
            kept.append(_NO_LINE_END.sub(" ", text[start:end]))
            place = end
    return "".join(kept) + text[place:]


def literal_latex(text: str) -> Iterator[tuple[int, int]]:
    """Yield from where to where each comment, listing and escaped sign is, in order."""
    place = 0
    last_ends: dict[str, int] = {}
    while begin := _LATEX.search(text, place):
        end = begin.end()
        if begin["short"]:
            end = _end_of_short(text, begin.end(), begin["short"] == "verb")
        elif begin["environment"]:
            closing = f"\\end{{{begin['environment']}}}"
            if closing not in last_ends:
                last_ends[closing] = text.rfind(closing)
            end = -1
            if last_ends[closing] >= begin.end():
                end = text.index(closing, begin.end()) + len(closing)
        if end < 0:
            place = begin.end()
        else:
            yield begin.start(), end
            place = end


def _end_of_short(text: str, place: int, is_verb: bool) -> int:
    """Return where what begins with its own delimiter at `place` ends, -1 if it does not."""
    if not is_verb:
        # \lstinline may have options, and braces as delimiters.
        options = _OPTIONS.match(text, place)
        place = options.end() if options else place
    most = place + _LONGEST_SHORT
    line_end = text.find("\n", place, most)
    last = most if line_end < 0 else line_end
    # \verb* shows spaces; without another delimiter, the star itself is one.
    starts = [place + 1, place] if is_verb and text.startswith("*", place) else [place]
    for start in starts:
        delimiter = text[start : start + 1]
        if delimiter.strip("\n") and not re.match(r"\w", delimiter):
            closing = "}" if delimiter == "{" and not is_verb else delimiter
            end = text.find(closing, start + 1, last)
            if end >= 0:
                return end + 1
    return -1


def without_literal_markdown(text: str) -> str:
    """Return the text with nothing but line ends in place of code."""
    fences = {sign: _Runs(text, pattern) for sign, pattern in _FENCES.items()}
    codes = _Runs(text, _CODE)
    kept = []
    place = 0
    while begin := _MARKDOWN.search(text, place):
        start, end = begin.span()
        span: tuple[int, int] | None = (start, end)
        if begin["fence"]:
            span = _fenced(text, start, end, fences[begin[0][:_LEAST_FENCE]])
        if begin["code"] or (span is None and begin[0].startswith("`")):
            span = codes.closed(start, end, end, 1)
        if span is None:
            kept.append(text[place:end])
            place = end
        else:
            kept.append(text[place : span[0]])
            kept.append(_line_ends(text, *span))
            place = span[1]
    return "".join(kept) + text[place:]


def _fenced(text: str, start: int, end: int, fences: "_Runs") -> tuple[int, int] | None:
    """Return from where to where a block of code is, with the lines of its fences."""
    line_end = text.find("\n", end)
    if line_end < 0:
        return None
    span = fences.closed(start, end, line_end + 1, _LEAST_FENCE)
    if span is None:
        return None
    last = text.find("\n", span[1])
    return start, len(text) if last < 0 else last


class _Runs:
    """Where a sign is repeated, and how often, in the order of the text."""

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        spans = [match.span() for match in pattern.finditer(text)]
        self._starts = [start for start, _ in spans]
        self._lengths = [end - start for start, end in spans]
        self._longest_from = list(accumulate(reversed(self._lengths), max))[::-1]

    def closed(
        self, start: int, end: int, after: int, least: int
    ) -> tuple[int, int] | None:
        """Return what the run from `start` to `end` begins, with the run that ends it.

        That is the first run from `after` on that is as long. If none is, the last signs
        of the run begin it, as many as are ended: `least` or more.
        """
        index = bisect_left(self._starts, after)
        if index == len(self._starts):
            return None
        length = min(end - start, self._longest_from[index])
        if length < least:
            return None
        while self._lengths[index] < length:
            index += 1
        return end - length, self._starts[index] + length


def _line_ends(text: str, start: int, end: int) -> str:
    """Return only the line ends of what is left out, so that lines keep their numbers."""
    return "\n" * text.count("\n", start, end)
