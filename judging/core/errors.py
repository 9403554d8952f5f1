"""Exceptions, one for each kind of fault. The command
line turns each into its exit code.

    JudgingError
    +-- UsageError      2   the command line asks for something that does not exist
    +-- PackageError    3   the package cannot be read; carries its diagnostics
    +-- MachineError    4   the machine lacks something: a compiler, disk space
    +-- NothingToJudge  5   the command line is right, but no submission matches it

A fault of a contestant is never an exception: it is a `Verdict`.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from judging.core.diagnostics import Diagnostic, count_many, errors_in
from judging.core.exit_codes import ExitCode


class JudgingError(Exception):
    """An error that ends a command with one clear message and an exit code."""

    exit_code: ClassVar[ExitCode]


class UsageError(JudgingError):
    """The command line names something that does not exist or contradicts itself."""

    exit_code = ExitCode.USAGE


class PackageError(JudgingError):
    """The package cannot be read or judged.

    diagnostics: what is wrong with it, at least one of them an error.
    """

    exit_code = ExitCode.BROKEN_PACKAGE

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(map(str, count_many(diagnostics))))
        self.diagnostics = tuple(diagnostics)


class MachineError(JudgingError):
    """The machine cannot do what was asked. No submission and no package is at fault."""

    exit_code = ExitCode.MACHINE


class NothingToJudge(JudgingError):
    """The command line is right, but no submission or test matches it."""

    exit_code = ExitCode.NOTHING_JUDGED


def raise_errors(diagnostics: Iterable[Diagnostic]) -> None:
    """Raise PackageError with the errors among these diagnostics, if there are any."""
    errors = errors_in(diagnostics)
    if errors:
        raise PackageError(errors)


@dataclass(slots=True)
class CaughtErrors:
    """What ended a piece of work early; all fields are empty if it came to its end.

    nothing_judged: why there was nothing to judge.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    machine_errors: tuple[str, ...] = ()
    nothing_judged: str | None = None
    interrupted: bool = False


@contextmanager
def collect_errors() -> Iterator[CaughtErrors]:
    """Catch what ends work that has a report, so that the report can say so.

    Only expected exceptions are caught. Any other is a bug, and
    UsageError is found before there is a report.
    """
    caught = CaughtErrors()
    try:
        yield caught
    except KeyboardInterrupt:
        caught.interrupted = True
    except PackageError as broken:
        caught.diagnostics = broken.diagnostics
    except MachineError as lacking:
        caught.machine_errors = (str(lacking),)
    except NothingToJudge as nothing:
        caught.nothing_judged = str(nothing)
