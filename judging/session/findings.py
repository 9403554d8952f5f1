"""Collects what was found while working on a package: its faults, and limits of the machine."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.errors import MachineError, raise_errors
from judging.core.events import DiagnosticFound, Listener, ignore


@dataclass(slots=True)
class Findings:
    """Diagnostics and machine errors, each once, in the order in which they were reported."""

    on_event: Listener = ignore
    diagnostics: list[Diagnostic] = field(default_factory=list)
    machine_errors: list[str] = field(default_factory=list)

    def report(self, *diagnostics: Diagnostic) -> None:
        """Add each new diagnostic, and announce it."""
        for diagnostic in diagnostics:
            if diagnostic not in self.diagnostics:
                self.diagnostics.append(diagnostic)
                self.on_event(DiagnosticFound(diagnostic))

    def report_machine(self, messages: Iterable[str]) -> None:
        """Add messages about what this machine cannot do."""
        self.machine_errors += [m for m in messages if m not in self.machine_errors]

    @property
    def broken(self) -> bool:
        return bool(errors_in(self.diagnostics))

    def raise_errors(self) -> None:
        """Raise MachineError or PackageError if either has been reported."""
        if self.machine_errors:
            raise MachineError("\n".join(self.machine_errors))
        raise_errors(self.diagnostics)
