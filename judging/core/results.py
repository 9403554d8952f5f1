"""What came of it: of one process, one check, one testcase, one submission, one judge run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.limits import InferredLimit, Limits
from judging.core.verdicts import Verdict

_GRAVEST_FIRST = (130, 4, 3, 5, 1, 0)


class Ending(StrEnum):
    """How a process ended. Not a verdict: `classify` joins the two."""

    EXITED = "exited"
    SIGNALED = "signaled"
    CPU_LIMIT = "cpu limit"
    WALL_LIMIT = "wall limit"
    MEMORY_LIMIT = "memory limit"
    OUTPUT_LIMIT = "output limit"
    CANCELLED = "cancelled"
    SANDBOX_ERROR = "sandbox error"


@dataclass(frozen=True, slots=True)
class Execution:
    """One process and its descendants, as the sandbox saw them.

    `cpu_s` is user + system time, `memory_bytes` the peak resident set, `ended_at_s` a monotonic
    stamp. `exit_code` is set when `ending` is EXITED, `signal` (its number) when SIGNALED;
    `error` says what failed for a SANDBOX_ERROR. `out_of_memory` is why memory is believed to
    have run out although no limit saw it; None otherwise. `input_ended`: nobody could write to its
    stdin any more when it ended, where the command asked for that.
    """

    ending: Ending
    cpu_s: float = 0.0
    wall_s: float = 0.0
    memory_bytes: int = 0
    exit_code: int | None = None
    signal: int | None = None
    output_bytes: int = 0
    ended_at_s: float = 0.0
    error: str | None = None
    out_of_memory: str | None = None
    input_ended: bool = False

    @property
    def stopped(self) -> bool:
        """True when a time limit stopped it, so that its times are lower bounds."""
        return self.ending in (Ending.CPU_LIMIT, Ending.WALL_LIMIT)


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What a checker says of one output. `verdict` is AC, WA or JE (the checker itself failed).

    `final`: it is the verdict, whatever became of the submission. So it is where the checker of a
    dialogue failed, or rejected before the submission ended. `score` and `multiplier` are what it
    wrote into score.txt and score_multiplier.txt, as written.
    """

    verdict: Verdict
    message: str = ""
    team_message: str = ""
    score: str | None = None
    multiplier: str | None = None
    final: bool = False


@dataclass(frozen=True, slots=True)
class TestcaseResult:
    """One submission on one testcase. A testcase that was not run has no result.

    `reruns` counts how often the run was repeated because its time lay near the limit; the
    least time is the one given. `diff` is a short comparison of output and answer, `dialogue` the
    end of what submission and validator said to one another, `stderr` the beginning and the end of
    what a run wrote there before it failed: all three for people.
    `score` is None where tests are not scored one by one.
    """

    name: str
    verdict: Verdict
    execution: Execution
    check: CheckResult | None = None
    message: str = ""
    diff: str = ""
    dialogue: str = ""
    stderr: str = ""
    reruns: int = 0
    score: float | None = None


@dataclass(frozen=True, slots=True)
class GroupResult:
    """What came of a test data group. `verdict` is None where none of its tests was run, `score`
    where it has none or too few of them were."""

    name: str
    verdict: Verdict | None
    score: float | None


class Status(StrEnum):
    """Whether a submission came as far as its tests."""

    JUDGED = "judged"
    NOT_JUDGED = "not_judged"
    COMPILE_ERROR = "compile_error"


@dataclass(frozen=True, slots=True)
class SubmissionResult:
    """What came of one submission.

    `verdict` is that of the first non-AC testcase in order, else AC; in a scoring problem of the
    older format that of its graders; None when not judged. `score` and `groups`: scoring problems.
    `met` is None where there is no expectation or nothing was judged. `why` says in words what
    broke the expectation, `broken_on` the test whose verdict did. `complete`: every test that the
    mode asks for was run.
    """

    path: str
    language: str | None
    status: Status
    verdict: Verdict | None
    met: bool | None
    permitted: frozenset[Verdict] | None = None
    required: frozenset[Verdict] | None = None
    testcases: tuple[TestcaseResult, ...] = ()
    tests_total: int = 0
    reason: str | None = None
    why: str = ""
    compile_output: str = ""
    complete: bool = True
    broken_on: str | None = None
    score: float | None = None
    groups: tuple[GroupResult, ...] = ()

    @property
    def deciding(self) -> TestcaseResult | None:
        """The first non-AC testcase in order."""
        return next((t for t in self.testcases if t.verdict is not Verdict.AC), None)

    @property
    def max_cpu_s(self) -> float | None:
        """The slowest run; None when nothing ran."""
        return max((t.execution.cpu_s for t in self.testcases), default=None)

    @property
    def max_memory_bytes(self) -> int | None:
        """The largest peak; None when nothing ran."""
        return max((t.execution.memory_bytes for t in self.testcases), default=None)


@dataclass(frozen=True, slots=True)
class SandboxInfo:
    """How strongly runs were isolated: the tier's name, and what it cannot hold."""

    tier: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunReport:
    """The whole of one `judge run`. Reports render this and nothing else.

    `complete` is False when it was interrupted or ended early. `machine_errors` are what the
    machine could not do. `allow_missing`: submissions without a toolchain do not count as errors.
    `inferred` is where the time limit comes from that the package does not state.
    `data_only`: the data was checked, and judging nothing is as it should be. `notes` are lines
    for people on what else was done. `best_score`: the full score of a scoring problem, None where
    nothing bounds it.
    """

    problem: str
    submissions: tuple[SubmissionResult, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    limits: Limits | None = None
    inferred: InferredLimit | None = None
    sandbox: SandboxInfo | None = None
    until: str = "first-error"
    time_factor: float = 1.0
    time_factor_spread: float | None = None
    complete: bool = True
    interrupted: bool = False
    allow_missing: bool = False
    data_only: bool = False
    machine_errors: tuple[str, ...] = ()
    nothing_judged: str | None = None
    tests_total: int = 0
    wall_s: float = 0.0
    languages: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    best_score: float | None = None

    @property
    def exit_code(self) -> int:
        """0 met, 1 not met, 3 package broken, 4 machine, 5 nothing judged, 130 interrupted.

        Where several apply: the first of 130, 4, 3, 5, 1, 0. (2, usage, never gets this far.)
        """
        not_judged = [s for s in self.submissions if s.status is Status.NOT_JUDGED]
        if self.interrupted:
            return 130
        if self.machine_errors or (not_judged and not self.allow_missing and self.complete):
            return 4
        if errors_in(self.diagnostics):
            return 3
        if self.nothing_judged or (len(not_judged) == len(self.submissions) and not self.data_only):
            return 5
        return 1 if any(s.met is False for s in self.submissions) else 0


@dataclass(frozen=True, slots=True)
class ProblemRun:
    """One problem of a contest: its label, which may be empty, its folder there, and its run."""

    label: str
    folder: str
    report: RunReport


@dataclass(frozen=True, slots=True)
class ContestReport:
    """The whole of one `judge run --contest`. `diagnostics` are of the contest's own files.

    `not_run` are the folders that an interrupted run never came to.
    """

    name: str
    problems: tuple[ProblemRun, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    not_run: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """The first of 130, 4, 3, 5, 1, 0 that any of its problems has."""
        codes = {problem.report.exit_code for problem in self.problems}
        if errors_in(self.diagnostics):
            codes.add(3)
        return next((code for code in _GRAVEST_FIRST if code in codes), 5)
