"""What any report can have found wrong, for the head of its page. A text says where it
puts them. Pure."""

from collections.abc import Iterable, Sequence

from judging.core.diagnostics import Diagnostic, Severity
from judging.reports.document import Items, Section, Tone, Where


def sections(
    diagnostics: Sequence[Diagnostic], machine_errors: Sequence[str]
) -> list[Section]:
    errors = _messages(diagnostics, Severity.ERROR)
    warnings = _messages(diagnostics, Severity.WARNING)
    return [
        _found("Machine errors", machine_errors, Tone.BAD),
        _found("Package errors", errors, Tone.BAD),
        _found("Warnings", warnings, Tone.WARNING),
    ]


def _messages(diagnostics: Iterable[Diagnostic], severity: Severity) -> list[str]:
    found = []
    for diagnostic in diagnostics:
        if diagnostic.severity is severity:
            found.append(str(diagnostic).removeprefix(f"{severity}: "))
    return found


def _found(title: str, messages: Sequence[str], tone: Tone) -> Section:
    return Section(title, [Items(messages)], tone=tone, where=Where.PAGE)
