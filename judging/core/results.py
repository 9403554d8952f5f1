"""Results: of a submission, of a run of the judge, of a contest."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Self

from judging.core.diagnostics import Diagnostic, errors_in, first_of, warning
from judging.core.errors import PackageError
from judging.core.exit_codes import (
    ExitCode,
    Reason,
    ReasonKind,
    gravest,
)
from judging.core.limits import InferredLimit, Limits, TimeLimitCheck
from judging.core.machines import NodeInfo, SandboxInfo
from judging.core.options import FIRST_ERROR, MARGIN
from judging.core.problem import Expectation, Problem
from judging.core.report import Report
from judging.core.runs import SanitizerFault, TestcaseResult
from judging.core.sensitivity import RepeatedTest, Sensitivity
from judging.core.verdicts import Verdict
from judging.values import Value, means


class GroupResult(Value):
    """The result of a test group."""

    name: Annotated[str, means("The folder of the group.")]
    verdict: Annotated[Verdict | None, means("null if none of its tests ran.")]
    score: Annotated[
        float | None, means("null if it has no score, or too few tests ran.")
    ]


class Status(StrEnum):
    """Whether the tests of a submission ran."""

    JUDGED = "judged"
    NOT_JUDGED = "not_judged"
    COMPILE_ERROR = "compile_error"


class SubmissionResult(Value):
    """The result of one submission.

    verdict: the first verdict in test order that is not AC, else AC. In
        a scoring problem of the older format, the verdict of its
        graders. None if it was not judged.
    met: whether the expectation is met; None without an expectation, if nothing was
        judged, or if it is `undecided`.
    reason: why it could not be judged on this machine.
    why: how the expectation was broken, for people.
    complete: every test that `until` asks for was run.
    broken_on: the test whose verdict broke the expectation.
    rules: the single rules of the expectation, if some are for some tests only.
    expected_score: the scores that are expected of it as a whole, both ends included.
    expected_partial: it must be accepted with less than the full score.
    score, groups: set in scoring problems only.
    limits: of its runs, with the factor of its language; None without a built program.
    source: a digest of its files; empty without a built program.
    sensitivity: whether other times would give another result; None if there is none,
        or not a final one.
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
    compile_output: str = ""  # whole: each report cuts it to what it has room for
    complete: bool = True
    broken_on: str | None = None
    score: float | None = None
    groups: tuple[GroupResult, ...] = ()
    rules: tuple[Expectation, ...] = ()
    expected_score: tuple[float, float] | None = None
    expected_partial: bool = False
    limits: Limits | None = None
    source: str = ""
    sensitivity: Sensitivity | None = None

    @property
    def undecided(self) -> bool:
        """True when tests that were not chosen decide whether the expectation is met."""
        stated = self.permitted is not None
        return stated and self.met is None and self.status is Status.JUDGED

    @property
    def deciding(self) -> TestcaseResult | None:
        """The first testcase in order that is not AC."""
        for testcase in self.testcases:
            if testcase.verdict is not Verdict.AC:
                return testcase
        return None

    @property
    def max_cpu_s(self) -> float | None:
        """The CPU time of the slowest run; None if nothing ran."""
        return max((t.execution.cpu_s for t in self.testcases), default=None)

    @property
    def max_memory_bytes(self) -> int | None:
        """The largest memory use of a run; None if nothing ran."""
        return max((t.execution.memory_bytes for t in self.testcases), default=None)


class FileStart(Value):
    """The first bytes of a file, and the size of all of it."""

    content: bytes
    size: int


class PictureFile(Value):
    """A picture for a page. `media_type` and `content` are empty if the page does not
    show it; `why_not` says why."""

    name: str
    media_type: str = ""
    content: bytes = b""
    why_not: str = ""


class TestFacts(Value):
    """A test, apart from its results.

    recipe, place: the command that makes it, and where that
        is stated; empty without one.
    input, answer: None if they are not to be shown.
    picture: None if the test has none, or if it is not to be shown.
    """

    name: str
    family: str
    recipe: str = ""
    place: str = ""
    input: FileStart | None = None
    answer: FileStart | None = None
    picture: PictureFile | None = None


class RunFacts(Value):
    """What a page shows of a run besides its results.

    contents: the page may show what is in files, and what programs wrote.
    margins: the time limit compared with the times of this run; None without a limit.
    pictures: of outputs, by the path of the submission and the name of the test.
    """

    contents: bool
    model_solution: str | None
    tests: tuple[TestFacts, ...]
    margins: TimeLimitCheck | None
    pictures: Mapping[tuple[str, str], tuple[PictureFile, ...]] = {}


class SanitizerFinding(Value):
    """A fault, and where it is in the package.

    file: relative to the package root. line: None if the fault is in no file of the program.
    tests: on which runs reported it, in the order of the tests.
    """

    fault: SanitizerFault
    file: str
    line: int | None
    tests: tuple[str, ...]

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault as a warning of the package."""
        fault = self.fault
        words = fault.kind
        if self.line is None and fault.file is not None:
            words += f" in {fault.file}:{fault.line}"
        if fault.detail:
            words += f": {fault.detail}"
        message = f"{words}; found with sanitizers on {first_of(self.tests)}"
        return warning(message, self.file, self.line)


class SanitizedRuns(Value):
    """What `judge run --sanitize` did besides judging.

    programs: the names of those that ran with sanitizers. runs: how many runs there were.
    stopped: the program and test of each run that a limit ended.
    left_out: the names of programs that were not built with sanitizers, by the reason.
    """

    programs: tuple[str, ...] = ()
    runs: int = 0
    findings: tuple[SanitizerFinding, ...] = ()
    stopped: tuple[str, ...] = ()
    left_out: Mapping[str, tuple[str, ...]] = {}


class PackageContents(Value):
    """How many submissions were to be judged, and how many tests the package has.

    A report that ended before anything was planned has these counts alone.
    huntable: `judge hack` can look for inputs on which a submission fails.
    unstated: submissions of which nothing is expected.
    """

    submissions: int
    tests: int
    huntable: bool
    unstated: int = 0

    @classmethod
    def of(cls, problem: Problem, chosen: int | None = None) -> Self:
        """Return what `problem` has, with all submissions unless some were `chosen`."""
        submissions = len(problem.submissions) if chosen is None else chosen
        unstated = sum(each.expectation is None for each in problem.submissions)
        return cls(
            submissions, len(problem.testcases), problem.answers_are_outputs, unstated
        )


class RunReport(Report, kw_only=True):
    """The result of one `judge run`, and all that reports render.

    limits: of runs in a language without a factor.
    language_factors: what their time limit is multiplied by for submissions in a
        language, by its id.
    inferred: how the time limit was measured, if the package states none.
    complete: False if the run was interrupted or ended early.
    allow_missing: submissions without a toolchain do not count as errors.
    data_only: no submission had to be judged, so it is no error that none was.
    nothing_judged: why there was nothing to judge.
    languages, toolchains: the name and the version line of
        each language used, by its id.
    notes: lines for people about what else was done.
    best_score: the full score of a scoring problem; None if scores are unbounded.
    unchanged: why nothing had to be judged; empty if something had to.
    stale: those of `diagnostics` that name data files which
        are not what the recipes make.
    planned: every submission that was to be judged, with what was
        known of it before the first run.
    tests: the names of the chosen tests, in order.
    inputs: a digest of the input of each of them, by name.
    contents: what there is to judge, known before anything runs; None if the package
        could not be read.
    facts: None unless `Options.facts` asks for them.
    nodes: the nodes of the cluster that was used; none without a cluster.
    compared: what changed since an earlier report, a `Comparison` of `reports`; None unless
        that was asked for.
    margin: by which factor times are made shorter and longer, for `sensitivity`.
    repeated: the runs that `Options.repeat` asked for, by submission and test.
    sanitized: what sanitizers reported; None unless `Options.sanitize` asks for them.
    """

    submissions: tuple[SubmissionResult, ...] = ()
    limits: Limits | None = None
    inferred: InferredLimit | None = None
    sandbox: SandboxInfo | None = None
    until: str = FIRST_ERROR
    time_factor: float = 1.0
    time_factor_spread: float | None = None
    language_factors: Mapping[str, float] = {}
    complete: bool = True
    allow_missing: bool = False
    data_only: bool = False
    nothing_judged: str | None = None
    tests_total: int = 0
    wall_s: float = 0.0
    languages: Mapping[str, str] = {}
    toolchains: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()
    best_score: float | None = None
    unchanged: str = ""
    stale: tuple[Diagnostic, ...] = ()
    planned: tuple[SubmissionResult, ...] = ()
    tests: tuple[str, ...] = ()
    inputs: Mapping[str, str] = {}
    contents: PackageContents | None = None
    facts: RunFacts | None = None
    nodes: tuple[NodeInfo, ...] = ()
    compared: Value | None = None
    margin: float = MARGIN
    repeated: tuple[RepeatedTest, ...] = ()
    sanitized: SanitizedRuns | None = None

    @classmethod
    def unread(cls, name: str, broken: PackageError) -> Self:
        """Return the report on a package that cannot be read."""
        return cls(problem=name, diagnostics=broken.diagnostics, complete=False)

    @property
    def tests_known(self) -> int:
        """How many tests there are, also if none could be judged."""
        if self.tests_total or self.contents is None:
            return self.tests_total
        return self.contents.tests

    @property
    def submissions_known(self) -> int:
        """How many submissions there are, also if none could be judged."""
        count = len(self.planned or self.submissions)
        if count or self.contents is None:
            return count
        return self.contents.submissions

    @property
    def recalled(self) -> int:
        """How many results of tests are those of earlier runs."""
        count = 0
        for result in self.submissions:
            count += len([test for test in result.testcases if test.recalled])
        return count

    def _own_reasons(self) -> Iterator[Reason]:
        missing = [s for s in self.submissions if s.status is Status.NOT_JUDGED]
        unmet = [s for s in self.submissions if s.met is False]
        nothing_ran = len(missing) == len(self.submissions) and not self.data_only
        # A run that ended early has a reason already. The submissions that it did not
        # reach need none of their own.
        if missing and self.complete and not self.allow_missing:
            yield Reason(ReasonKind.NOT_JUDGED, len(missing))
        if self.nothing_judged or nothing_ran:
            yield Reason(ReasonKind.NOTHING_JUDGED, detail=self.nothing_judged or "")
        if unmet:
            yield Reason(ReasonKind.UNMET, len(unmet))


class ProblemRun(Value):
    """One problem of a contest: its label (may be empty), its folder there, and its report."""

    label: str
    folder: str
    report: RunReport


class ContestReport(Value):
    """The result of one `judge run --contest`.

    diagnostics: faults of the contest's own files.
    not_run: the folders that were not judged because the run was interrupted.
    """

    name: str
    problems: tuple[ProblemRun, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    not_run: tuple[str, ...] = ()

    @property
    def exit_code(self) -> ExitCode:
        """The gravest exit code of a problem; BROKEN_PACKAGE for errors in the list of problems."""
        codes = [problem.report.exit_code for problem in self.problems]
        # The contest's own files may hide a problem that nobody then judges.
        if errors_in(self.diagnostics):
            codes.append(ExitCode.BROKEN_PACKAGE)
        return gravest(codes)

    @property
    def deciding(self) -> list[ProblemRun]:
        """The problems that fail with the contest's own exit code."""
        code = self.exit_code
        if code is ExitCode.SUCCESS:
            return []
        return [problem for problem in self.problems if problem.report.exit_code is code]
