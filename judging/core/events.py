"""Progress events. The pipeline passes them to a listener and prints nothing itself."""

from collections.abc import Callable

from judging.core.diagnostics import Diagnostic
from judging.core.results import RunReport, SubmissionResult
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.values import Value


class PhaseStarted(Value):
    """A phase (`generate`, `validate`, `build`, `infer`, `run`,
    `rerun`, `repeat`, `measure`, `check`, `hunt`) of `total` steps starts. Phases may overlap; a
    phase that starts again has more steps."""

    phase: str
    total: int


class StepRuns(Value):
    """A worker works on one step of `phase`, and has not finished at once: most steps end
    without this event.

    programs: the names of the programs of the package that it asks, as far as known.
    """

    phase: str
    name: str
    programs: tuple[str, ...] = ()


class StepDone(Value):
    """One step of `phase` is done. If `cached`, its result was known and nothing was run."""

    phase: str
    name: str
    cached: bool = False


class TimeBounded(Value):
    """The whole command must end after so many more seconds."""

    seconds: float


class DiagnosticFound(Value):
    """A fault of the package was found; each is announced once."""

    diagnostic: Diagnostic


class FormatLearnt(Value):
    """The input format was learnt, or why it was not. said: on one line, for people."""

    said: str


class RunPlanned(Value):
    """Everything is ready for the runs. `report` is what is known before the first of them."""

    report: RunReport


class TestcaseStarted(Value):
    """A run was given to a worker. Its result may be discarded: then no TestcaseDone follows."""

    submission: str
    testcase: str


class TestcaseDone(Value):
    """A result counts. Those of a submission come in the order of its tests."""

    submission: str
    result: TestcaseResult


class SubmissionDone(Value):
    """The result of a submission is final."""

    result: SubmissionResult


class HuntProgress(Value):
    """The progress of a hunt.

    doing: `hunt` or `shrink`.
    best: the input closest to a find or, once there is a find, how small it is.
    input: the smallest find so far; empty before there is one.
    """

    submission: str
    doing: str
    tried: int
    per_second: float
    best: str = ""
    input: bytes = b""


class HuntFound(Value):
    """One of several hunts has ended with a find: the shrunk input.

    scores_differ: the find is another score than that of the reference.
    """

    submission: str
    verdict: Verdict
    input: bytes
    scores_differ: bool = False


Event = (
    PhaseStarted
    | StepRuns
    | StepDone
    | TimeBounded
    | DiagnosticFound
    | FormatLearnt
    | RunPlanned
    | TestcaseStarted
    | TestcaseDone
    | SubmissionDone
    | HuntProgress
    | HuntFound
)
Listener = Callable[[Event], None]


def ignore(_: Event) -> None:
    """Ignore the event: the default listener."""
