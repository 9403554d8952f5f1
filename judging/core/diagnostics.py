"""What is wrong with a package, said to its setter: collected, never raised one at a time."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error breaks the package (exit code 3); a warning is worth a look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what, where, what was expected, what to do.

    `file` is relative to the package root, `line` counts from 1, and `key` is a dotted path
    into a YAML file.
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


# Takes each finding as soon as it is made: `list.append`, or a function that changes it first.
DiagnosticSink = Callable[[Diagnostic], None]


def error(
    message: str, file: str | None = None, line: int | None = None, key: str | None = None
) -> Diagnostic:
    """A finding that breaks the package."""
    return Diagnostic(Severity.ERROR, message, file, line, key)


def warning(
    message: str, file: str | None = None, line: int | None = None, key: str | None = None
) -> Diagnostic:
    """A finding that is worth a look."""
    return Diagnostic(Severity.WARNING, message, file, line, key)


def errors_in(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors among diagnostics, in their order."""
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`; did you mean 'x'?` when a known word is close to `word`, else the empty string."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else ""
