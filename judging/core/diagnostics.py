"""Faults of a package, for its setter. They are collected, so that one run reports all of them."""

import difflib
import posixpath
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from itertools import islice

_MOST_KNOWN = 1000  # comparing takes time, and a file may have as many faults as names


class Severity(StrEnum):
    """An error breaks the package (exit code 3); a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One fault: what is wrong, where, and what to do.

    file: relative to the package root.
    line: counts from 1.
    key: a dotted path into a YAML file.
    """

    severity: Severity
    message: str
    file: str | None = None
    line: int | None = None
    key: str | None = None

    def __str__(self) -> str:
        place = self.file or ""
        if self.line is not None:
            place += f":{self.line}"
        parts = [part for part in (place, self.key) if part]
        return f"{self.severity}: {': '.join([*parts, self.message])}"


error = partial(Diagnostic, Severity.ERROR)
warning = partial(Diagnostic, Severity.WARNING)


@dataclass(frozen=True, slots=True)
class Location:
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


# Receives each diagnostic when it is made: `list.append`, or a function that changes it first.
DiagnosticSink = Callable[[Diagnostic], None]


def errors_in(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    return [
        diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR
    ]


def first_of(names: Sequence[str]) -> str:
    """Return the first three names and the number of the others: `a, b, c and 7 more`."""
    more = len(names) - 3
    return ", ".join(names[:3]) + (f" and {more} more" if more > 0 else "")


def group_repeated(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Replace equal warnings about files below one folder of a package by one warning.

    It names the first few files. Its own file is the innermost folder around all of them.
    """
    groups: dict[Diagnostic, list[Diagnostic]] = {}
    for finding in found:
        inside = finding.file is not None and not finding.file.startswith("/")
        repeats = inside and finding.severity is Severity.WARNING
        top = str(finding.file).partition("/")[0] if "/" in str(finding.file) else None
        kind = replace(finding, file=top, line=None) if repeats else finding
        groups.setdefault(kind, []).append(finding)
    return [
        finding for kind, equal in groups.items() for finding in _joined(kind, equal)
    ]


def _joined(kind: Diagnostic, equal: list[Diagnostic]) -> list[Diagnostic]:
    files = list(dict.fromkeys(str(finding.file) for finding in equal))
    if len(files) == 1:
        return equal
    folder = posixpath.commonpath([posixpath.dirname(file) for file in files])
    names = [file.removeprefix(f"{folder}/") for file in files]
    return [
        replace(kind, message=f"{kind.message}: {first_of(names)}", file=folder or None)
    ]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `; did you mean 'x'?` if a known word is close to `word`, else the empty string."""
    close = difflib.get_close_matches(
        word, list(islice(known, _MOST_KNOWN)), n=1, cutoff=0.6
    )
    return f"; did you mean '{close[0]}'?" if close else ""
