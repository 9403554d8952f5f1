"""Progress events. The pipeline passes them to a listener and prints nothing itself."""

from collections.abc import Callable
from dataclasses import dataclass

from judging.core.diagnostics import Diagnostic
from judging.core.results import SubmissionResult, TestcaseResult
from judging.core.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """A phase (`generate`, `validate`, `build`, `run`, `rerun`) of `total` steps starts."""

    phase: str
    total: int


@dataclass(frozen=True, slots=True)
class StepDone:
    """One step of `phase` is done. If `cached`, its result was known and nothing was run."""

    phase: str
    name: str
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class TestcaseDone:
    submission: str
    result: TestcaseResult


@dataclass(frozen=True, slots=True)
class SubmissionDone:
    """The verdict of a submission is settled."""

    result: SubmissionResult


@dataclass(frozen=True, slots=True)
class HuntProgress:
    """The progress of a hunt.

    doing: `hunt` or `shrink`.
    best: the input closest to a find or, once there is a find, how small it is.
    """

    submission: str
    doing: str
    tried: int
    per_second: float
    best: str = ""


@dataclass(frozen=True, slots=True)
class HuntFound:
    """One of several hunts has ended with a find: the shrunk input."""

    submission: str
    verdict: Verdict
    input: bytes


Event = PhaseStarted | StepDone | Found | TestcaseDone | SubmissionDone | HuntProgress | HuntFound
Listener = Callable[[Event], None]


def ignore(_: Event) -> None:
    """Ignore the event: the default listener."""
