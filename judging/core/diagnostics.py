"""Faults of a package, for its setter. They are collected, so that one run reports all of them."""

import difflib
import posixpath
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from itertools import islice

from judging.values import Value, replace

# The most names that a misspelt one is compared with. Comparing takes time, and a file
# may have as many faults as names.
_MOST_KNOWN = 1000
# How alike two words must be, from 0 to 1, to be offered
# instead: the default of difflib.
_ALIKE = 0.6
# Of diagnostics that differ in names and numbers only, the others are counted. Nobody
# reads more of them, and 100,000 lines hide everything else.
_SHOWN_OF_A_KIND = 100
_NAMES_AND_NUMBERS = re.compile(r"'[^']*'|\d+")
_NAMED = 3  # of the names in a message; the others are counted


class Severity(StrEnum):
    """An error breaks the package (exit code 3); a warning does not."""

    ERROR = "error"
    WARNING = "warning"


class Diagnostic(Value):
    """One fault: what is wrong, where, and what to do.

    file: relative to the package root.
    line: counts from 1.
    key: a dotted path into a YAML file.
    left_out: the files that look like tests or submissions, and that are not judged because
        of this fault. Summaries name them, also where the exit code is 0.
    """

    severity: Severity
    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None
    left_out: tuple[str, ...] = ()

    def below(self, folder: str) -> "Diagnostic":
        """Return this fault with the folder of its package before the file, for readers
        who have several packages before them."""
        return replace(self, file=posixpath.normpath(f"{folder}/{self.file or ''}"))

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}"
        parts = [part for part in (place, self.key) if part]
        return f"{self.severity}: {': '.join([*parts, self.message])}"


error = partial(Diagnostic, Severity.ERROR)
warning = partial(Diagnostic, Severity.WARNING)


class Location(Value):
    """A place in a package: a file relative to the package root, and a line and key in it."""

    file: str
    line: int | None = None
    key: str | None = None

    def diagnostic(self, severity: Severity, message: str) -> Diagnostic:
        return Diagnostic(severity, message, self.file, self.line, self.key)

    def error(self, message: str) -> Diagnostic:
        return self.diagnostic(Severity.ERROR, message)

    def warning(self, message: str) -> Diagnostic:
        return self.diagnostic(Severity.WARNING, message)


# Receives each diagnostic when it is made: `list.append`, or
# a function that changes it first.
DiagnosticSink = Callable[[Diagnostic], None]


def errors_in(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors, in order. `errors.raise_errors` raises them."""
    return [
        diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR
    ]


def left_out_by(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Return the files that these faults leave out of judging, each once, sorted."""
    names: dict[str, None] = {}
    for diagnostic in diagnostics:
        names |= dict.fromkeys(diagnostic.left_out)
    return sorted(names)


def warnings_in(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the warnings, in order."""
    return [
        diagnostic
        for diagnostic in diagnostics
        if diagnostic.severity is Severity.WARNING
    ]


def count_many(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the diagnostics as people read them: of each kind the first hundred, and one
    that counts the others, at the place of the first of them.

    The words of a kind differ in quoted names and in numbers only. Its severity is part
    of it, so that no warning hides an error.
    """
    diagnostics = list(found)
    if len(diagnostics) <= _SHOWN_OF_A_KIND:
        return diagnostics
    kinds = [_words(diagnostic) for diagnostic in diagnostics]
    total = Counter(kinds)
    seen: Counter[tuple[Severity, str]] = Counter()
    shown = []
    for diagnostic, kind in zip(diagnostics, kinds, strict=True):
        seen[kind] += 1
        left = total[kind] - seen[kind]
        if seen[kind] <= _SHOWN_OF_A_KIND:
            shown.append(diagnostic)
        elif seen[kind] == _SHOWN_OF_A_KIND + 1:
            message = diagnostic.message
            if left:
                message += f"; and {left} more of this kind"
            shown.append(replace(diagnostic, message=message))
    return shown


def _words(diagnostic: Diagnostic) -> tuple[Severity, str]:
    """Return what diagnostics of one kind have in common."""
    return diagnostic.severity, _NAMES_AND_NUMBERS.sub("", diagnostic.message)


def first_of(names: Sequence[str]) -> str:
    """Return the first three names and the number of the others: `a, b, c and 7 more`."""
    shown = ", ".join(names[:_NAMED])
    if len(names) > _NAMED:
        shown += f" and {len(names) - _NAMED} more"
    return shown


def group_repeated(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Replace equal warnings about files below one folder of a package by one warning.

    It names the first few files. Its own file is the
    innermost folder around all of them.
    """
    groups: dict[Diagnostic, list[Diagnostic]] = {}
    for finding in found:
        groups.setdefault(_kind(finding), []).append(finding)
    joined: list[Diagnostic] = []
    for kind, equal in groups.items():
        joined += _joined(kind, equal)
    return joined


def _kind(finding: Diagnostic) -> Diagnostic:
    """Return what equal warnings have in common: all but the line, and
    the folders inside the package's top one. An error stays what it
    is, because each has to be mended."""
    file = finding.file
    if finding.severity is not Severity.WARNING or file is None or file.startswith("/"):
        return finding
    folder, slash, _ = file.partition("/")
    return replace(finding, file=folder if slash else None, line=None, left_out=())


def _joined(kind: Diagnostic, equal: list[Diagnostic]) -> list[Diagnostic]:
    files = list(dict.fromkeys(str(finding.file) for finding in equal))
    if len(files) == 1:
        return equal
    folder = posixpath.commonpath([posixpath.dirname(file) for file in files])
    names = [file.removeprefix(f"{folder}/") for file in files]
    message = f"{kind.message}: {first_of(names)}"
    left_out = tuple(left_out_by(equal))
    return [replace(kind, message=message, file=folder or None, left_out=left_out)]


@dataclass(slots=True)
class JoinedReports:
    """Joins findings with the same words on several lines of one file into the first.

    `report` collects findings until `flush` passes them on to `sink`. Afterwards it
    passes on each at once: what was read may be looked at later.
    """

    sink: DiagnosticSink
    _found: list[Diagnostic] = field(default_factory=list)
    _flushed: bool = False

    def report(self, finding: Diagnostic) -> None:
        if self._flushed:
            self.sink(finding)
        else:
            self._found.append(finding)

    def flush(self) -> None:
        self._flushed = True
        groups: dict[Diagnostic, list[Diagnostic]] = {}
        for finding in self._found:
            kind = replace(finding, line=None, key=None)
            groups.setdefault(kind, []).append(finding)
        for same in groups.values():
            for finding in _joined_lines(same):
                self.sink(finding)


def _joined_lines(same: list[Diagnostic]) -> list[Diagnostic]:
    lines = sorted({finding.line for finding in same if finding.line is not None})
    # Two are both shown: naming the second in the first would save nothing.
    if len(lines) <= 2:
        return same
    others = [str(line) for line in lines[1:]]
    message = f"{same[0].message}; the same in line {first_of(others)}"
    first = min(same, key=_line_or_zero)
    return [replace(first, message=message)]


def _line_or_zero(finding: Diagnostic) -> int:
    return finding.line or 0


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` if a known word is close to `word`, else the empty string."""
    close = closest(word, known)
    return f"; did you mean '{close}'?" if close else ""


def closest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is closest to `word`; the empty string if none is close."""
    compared = list(islice(known, _MOST_KNOWN))
    close = difflib.get_close_matches(word, compared, n=1, cutoff=_ALIKE)
    return close[0] if close else ""
