"""Exceptions, one for each kind of fault. The command line turns each into its exit code.

    JudgingError
    +-- UsageError      2   the command line asks for something that does not exist
    +-- PackageError    3   the package cannot be read; carries its diagnostics
    +-- MachineError    4   the machine lacks something: a compiler, disk space, a sandbox
    +-- NothingToJudge  5   the command line is correct, but no submission or test matches it

A fault of a contestant is never an exception: it is a `Verdict`.
"""

from collections.abc import Sequence
from typing import ClassVar

from judging.core.diagnostics import Diagnostic
from judging.core.exit_codes import ExitCode


class JudgingError(Exception):
    """An error that ends a command with one clear message and an exit code."""

    exit_code: ClassVar[ExitCode]


class UsageError(JudgingError):
    """The command line names something that does not exist or contradicts itself."""

    exit_code = ExitCode.USAGE


class PackageError(JudgingError):
    """The package cannot be read, or not be judged; `diagnostics` say why."""

    exit_code = ExitCode.BROKEN_PACKAGE

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__("\n".join(str(diagnostic) for diagnostic in diagnostics))
        self.diagnostics = tuple(diagnostics)


class MachineError(JudgingError):
    """The machine cannot do what was asked. No submission and no package is at fault."""

    exit_code = ExitCode.MACHINE


class NothingToJudge(JudgingError):
    """The command line is correct, but no submission or test matches it."""

    exit_code = ExitCode.NOTHING_JUDGED
