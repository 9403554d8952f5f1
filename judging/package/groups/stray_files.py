"""Tell which files of the data folder look like tests and are none, by their names.

A test is `NAME.in` with `NAME.ans`. Other systems and other people write `NAME.IN`,
`1.in.txt`, `in1` and `out1`, `1.dat` and `1.diff`, or `1` and `1.a`. Nothing is judged on
such files.
"""

import re
from collections.abc import Iterable
from enum import Enum

from judging.languages import is_kept_aside
from judging.values import Value


class Part(Enum):
    """What a file would be in a test."""

    INPUT = "input"
    ANSWER = "answer"
    # Tests may be packed in it.
    ARCHIVE = "archive"


class Stray(Value):
    """A file that looks like a part of a test.

    test: what its name has in common with that of the other part.
    kept_aside: it is the copy of a file before its last change, which nobody misses.
    """

    name: str
    part: Part
    test: tuple[str, str]
    kept_aside: bool = False


# `1.IN`, `1.in.txt`, `1.in.gz`: the word stands after a point.
_ENDINGS = {
    Part.INPUT: "in|inp|input|dat",
    Part.ANSWER: "ans|answer|out|output|sol|diff|a|ok",
}
# `in1`, `input_1.txt`, `out.1`: the word comes first, and a number follows it.
_STARTS = {Part.INPUT: "in|inp|input", Part.ANSWER: "ans|answer|out|output"}
_ARCHIVE = re.compile(r".+\.(zip|tar|tgz|7z|rar)", re.IGNORECASE)
# Polygon writes the input as a number alone: `01` with `01.a`.
_NUMBER = re.compile(r"\d+")


_ENDING = {
    part: re.compile(rf"(?P<stem>.+)\.(?:{words})(?:\.(?P<rest>.+))?")
    for part, words in _ENDINGS.items()
}
_START = {
    part: re.compile(rf"(?:{words})(?P<stem>[-_. ]?\d[^.]*)(?:\.(?P<rest>.+))?")
    for part, words in _STARTS.items()
}


def stray(name: str) -> Stray | None:
    """Return what a file called `name`, which belongs to no test, seems to be; None for
    anything but a part of a test."""
    lower = name.lower()
    for part in _ENDINGS:
        found = _ENDING[part].fullmatch(lower) or _START[part].fullmatch(lower)
        if found is not None:
            rest = found["rest"] or ""
            return Stray(name, part, (found["stem"], rest), is_kept_aside(name))
    if _NUMBER.fullmatch(name):
        return Stray(name, Part.INPUT, (name, ""))
    if _ARCHIVE.fullmatch(name):
        return Stray(name, Part.ARCHIVE, (lower, ""))
    return None


def whole_tests(strays: Iterable[Stray]) -> set[str]:
    """Return the names of inputs that are tests beyond doubt: those with an answer beside
    them, and those that only differ from `NAME.in` by capitals."""
    known = [each for each in strays if not each.kept_aside]
    answers = {each.test for each in known if each.part is Part.ANSWER}
    found = set()
    for each in known:
        if each.part is not Part.INPUT:
            continue
        if each.test in answers or each.name.lower().endswith(".in"):
            found.add(each.name)
    return found
