"""Exit codes, and the reasons for them: what a script or
a CI system learns from `judge`.

A report states its reasons once; its exit code, its text
and its annotations derive from them.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum

from judging.values import Value


class ExitCode(IntEnum):
    """How a command ended. `judge --help` lists the same values."""

    SUCCESS = 0
    """Every expectation is met, or the command did what was asked."""

    UNMET = 1
    """Something is judged and is not as expected: a submission, a hunt, a time limit, the tests."""

    USAGE = 2
    """The command line is wrong. Typer exits with the same number."""

    BROKEN_PACKAGE = 3
    """The package has an error that can make a verdict or a score wrong, or hide one."""

    MACHINE = 4
    """This machine cannot judge: a compiler is missing, the disk is full."""

    NOTHING_JUDGED = 5
    """The command line is right, but no submission or test matches it."""

    INTERRUPTED = 130
    """Ctrl-C or SIGTERM ended the work: 128 + SIGINT, as shells count."""


# Every submission was judged: the results are worth evaluating further.
JUDGED = (ExitCode.SUCCESS, ExitCode.UNMET)

# The first that applies is the exit code. What says least about the submissions comes
# first: an interrupted run or a failing machine may have hidden every other fault, a
# broken package makes unmet expectations meaningless. USAGE is not listed, because it
# ends a command before any report.
GRAVEST_FIRST = (
    ExitCode.INTERRUPTED,
    ExitCode.MACHINE,
    ExitCode.BROKEN_PACKAGE,
    ExitCode.NOTHING_JUDGED,
    ExitCode.UNMET,
    ExitCode.SUCCESS,
)


def gravest(codes: Iterable[int]) -> ExitCode:
    """Return the exit code that stands for all of these; NOTHING_JUDGED if there are none."""
    present = set(codes)
    for code in GRAVEST_FIRST:
        if code in present:
            return code
    return ExitCode.NOTHING_JUDGED


class ReasonKind(StrEnum):
    """Why a command does not exit with 0, the gravest first. JSON reports hold these words."""

    INTERRUPTED = "interrupted"
    MACHINE_ERROR = "machine_error"
    NOT_JUDGED = "not_judged"
    BROKEN_PACKAGE = "broken_package"
    NOTHING_JUDGED = "nothing_judged"
    UNMET = "unmet"

    @property
    def exit_code(self) -> ExitCode:
        return _EXIT_CODES[self]


_EXIT_CODES = {
    ReasonKind.INTERRUPTED: ExitCode.INTERRUPTED,
    ReasonKind.MACHINE_ERROR: ExitCode.MACHINE,
    # A submission without its toolchain: the machine lacks something.
    ReasonKind.NOT_JUDGED: ExitCode.MACHINE,
    ReasonKind.BROKEN_PACKAGE: ExitCode.BROKEN_PACKAGE,
    ReasonKind.NOTHING_JUDGED: ExitCode.NOTHING_JUDGED,
    ReasonKind.UNMET: ExitCode.UNMET,
}


class Reason(Value):
    """One reason not to exit with 0.

    count: how many errors or submissions it stands for; 0 for
        INTERRUPTED and NOTHING_JUDGED.
    detail: why nothing was judged, or what an interrupt ended, if that is known.
    """

    kind: ReasonKind
    count: int = 0
    detail: str = ""

    @property
    def exit_code(self) -> ExitCode:
        return self.kind.exit_code


def exit_code_of(reasons: Iterable[Reason]) -> ExitCode:
    """Return the gravest exit code of these reasons; SUCCESS without a reason."""
    return gravest([ExitCode.SUCCESS, *(reason.exit_code for reason in reasons)])
