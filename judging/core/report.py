"""What the reports of all commands on a package have in common. Pure."""

from collections.abc import Iterable, Iterator

from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.exit_codes import ExitCode, Reason, ReasonKind, exit_code_of
from judging.values import Value


class Report(Value, kw_only=True):
    """The result of a command on a package.

    problem: its name.
    diagnostics: faults of the package.
    machine_errors: what this machine could not do.
    interrupted: a signal ended the work early.
    running: what was running then, in words.
    """

    problem: str
    diagnostics: tuple[Diagnostic, ...] = ()
    machine_errors: tuple[str, ...] = ()
    interrupted: bool = False
    running: str = ""

    @property
    def is_broken(self) -> bool:
        """True if the package has an error."""
        return bool(errors_in(self.diagnostics))

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Every reason not to exit with 0; the first one decides the exit code."""
        found = [*self._common_reasons(), *self._own_reasons()]
        return tuple(sorted(found, key=lambda reason: _ORDER.index(reason.kind)))

    @property
    def exit_code(self) -> ExitCode:
        """The gravest exit code of `reasons`; SUCCESS without one."""
        return exit_code_of(self.reasons)

    def _common_reasons(self) -> Iterator[Reason]:
        if self.interrupted:
            yield Reason(ReasonKind.INTERRUPTED, detail=self.running)
        if self.machine_errors:
            yield Reason(ReasonKind.MACHINE_ERROR, len(self.machine_errors))
        if self.is_broken:
            yield Reason(ReasonKind.BROKEN_PACKAGE, len(errors_in(self.diagnostics)))

    def _own_reasons(self) -> Iterable[Reason]:
        """Return the other reasons, which depend on what the command does."""
        return ()


_ORDER = list(ReasonKind)
