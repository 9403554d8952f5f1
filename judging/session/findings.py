"""Collects what was found while working on a package: its faults, and limits of the machine."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from judging.core.diagnostics import Diagnostic, Severity, errors_in, warning
from judging.core.errors import MachineError, raise_errors
from judging.core.events import DiagnosticFound, Listener, ignore
from judging.values import replace


@dataclass(slots=True)
class Findings:
    """Diagnostics and machine errors, each once, in the order in which they were reported."""

    on_event: Listener = ignore
    diagnostics: list[Diagnostic] = field(default_factory=list)
    machine_errors: list[str] = field(default_factory=list)
    _known: set[Diagnostic] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        self._known.update(self.diagnostics)

    def report(self, *diagnostics: Diagnostic) -> None:
        """Add each new diagnostic, and announce it."""
        for diagnostic in diagnostics:
            # Not by a look at the list: a file may have a hundred thousand faults.
            if diagnostic not in self._known:
                self._known.add(diagnostic)
                self.diagnostics.append(diagnostic)
                self.on_event(DiagnosticFound(diagnostic))

    def report_machine(self, messages: Iterable[str]) -> None:
        """Add messages about what this machine cannot do."""
        self.machine_errors += [m for m in messages if m not in self.machine_errors]

    def report_as_warnings(self, attempt: Self) -> None:
        """Add what an attempt has found whose failure makes no verdict wrong."""
        for found in attempt.diagnostics:
            self.report(replace(found, severity=Severity.WARNING))
        for message in attempt.machine_errors:
            self.report(warning(message))

    @property
    def broken(self) -> bool:
        return bool(errors_in(self.diagnostics))

    def raise_errors(self) -> None:
        """Raise MachineError or PackageError if either has been reported."""
        if self.machine_errors:
            raise MachineError("\n".join(self.machine_errors))
        raise_errors(self.diagnostics)
