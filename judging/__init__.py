"""An online-judge grader and test-data generator for competitive programming.

    problem = judging.load("path/to/package")
    report = judging.judge(problem)
    report.exit_code, report.submissions[0].verdict
    judging.hack(problem, problem.submissions[-1:]).hunts[0].find

The names in `__all__` are the public API, which docs/api.md describes; everything else
may change.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from judging.values import replace
from judging.version import VERSION

if TYPE_CHECKING:
    from judging.core.diagnostics import Diagnostic, Severity
    from judging.core.errors import (
        JudgingError,
        MachineError,
        NothingToJudge,
        PackageError,
        UsageError,
    )
    from judging.core.events import (
        DiagnosticFound,
        Event,
        HuntFound,
        HuntProgress,
        Listener,
        PhaseStarted,
        RunPlanned,
        StepDone,
        SubmissionDone,
        TestcaseDone,
        TestcaseStarted,
    )
    from judging.core.exit_codes import ExitCode
    from judging.core.options import Options
    from judging.core.problem import Expectation, Problem, Submission, Testcase
    from judging.core.results import GroupResult, RunReport, Status, SubmissionResult
    from judging.core.runs import CheckResult, Ending, Execution, TestcaseResult
    from judging.core.verdicts import Verdict
    from judging.features.hack.hunt.finds import (
        AllTried,
        Find,
        Hunt,
        HuntReport,
        Refusal,
    )
    from judging.session import Session, WorkExecutor

__version__ = VERSION

__all__ = [
    "AllTried",
    "CheckResult",
    "Diagnostic",
    "DiagnosticFound",
    "Ending",
    "Event",
    "Execution",
    "ExitCode",
    "Expectation",
    "Find",
    "GroupResult",
    "Hunt",
    "HuntFound",
    "HuntProgress",
    "HuntReport",
    "JudgingError",
    "Listener",
    "MachineError",
    "NothingToJudge",
    "Options",
    "PackageError",
    "PhaseStarted",
    "Problem",
    "Refusal",
    "RunPlanned",
    "RunReport",
    "Severity",
    "Status",
    "StepDone",
    "Submission",
    "SubmissionDone",
    "SubmissionResult",
    "Testcase",
    "TestcaseDone",
    "TestcaseResult",
    "TestcaseStarted",
    "UsageError",
    "Verdict",
    "hack",
    "judge",
    "load",
    "render",
    "replace",
]

# Where the classes above are. `import judging` imports none of them: the command line
# starts with it, and most of its commands need few. The block for type checkers says
# the same once more, since they do not run `__getattr__`; a test compares the two.
_HOMES: Mapping[str, Sequence[str]] = {
    "judging.core.diagnostics": ("Diagnostic", "Severity"),
    "judging.core.errors": (
        "JudgingError",
        "MachineError",
        "NothingToJudge",
        "PackageError",
        "UsageError",
    ),
    "judging.core.events": (
        "DiagnosticFound",
        "Event",
        "HuntFound",
        "HuntProgress",
        "Listener",
        "PhaseStarted",
        "RunPlanned",
        "StepDone",
        "SubmissionDone",
        "TestcaseDone",
        "TestcaseStarted",
    ),
    "judging.core.exit_codes": ("ExitCode",),
    "judging.core.options": ("Options",),
    "judging.core.problem": ("Expectation", "Problem", "Submission", "Testcase"),
    "judging.core.results": ("GroupResult", "RunReport", "Status", "SubmissionResult"),
    "judging.core.runs": ("CheckResult", "Ending", "Execution", "TestcaseResult"),
    "judging.core.verdicts": ("Verdict",),
    "judging.features.hack.hunt.finds": (
        "AllTried",
        "Find",
        "Hunt",
        "HuntReport",
        "Refusal",
    ),
}


def __getattr__(name: str) -> object:
    """Import a public class when it is first used."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(home), name)
    raise AttributeError(f"module 'judging' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load(directory: str | Path, *, links_within: str | Path | None = None) -> Problem:
    """Read the problem package in `directory`. Its faults are in `diagnostics`.

    links_within: what links of the package's own programs may lead to; None: the git
    work tree or contest around it.

    Raise PackageError if it cannot be read at all, UsageError if it is not in
    `links_within`.
    """
    from judging import package

    within = None if links_within is None else Path(links_within)
    return package.load(Path(directory), within)


def judge(
    problem: Problem,
    submissions: Sequence[Submission] | None = None,
    *,
    executor: WorkExecutor | str | None = None,
    sandbox: str = "auto",
    until: str | None = None,
    fresh: bool = False,
    on_event: Listener | None = None,
    options: Options | None = None,
) -> RunReport:
    """Judge `submissions`, or all of the package's if None.

    executor: runs the jobs and stays open. A name opens one for this call: "threads"
    (None), with one thread per core, "dask:local=N" or "dask:ADDRESS"
    (docs/cluster.md).
    sandbox: the name of a tier, or `auto`.
    until: `first-error` or `all`; None: as `options` say, which is `first-error` by
    default.
    fresh: run everything again instead of recalling results.
    on_event: is called with each event; the work waits for it.
    options: which tests, which time limit, what to keep.

    Times in the report are seconds, sizes are bytes. Raise UsageError
    for an unknown tier and MachineError if this machine cannot judge at
    all; everything else is in the report.
    """
    from judging import pipeline
    from judging.core.options import Options

    chosen = problem.submissions if submissions is None else submissions
    how = options or Options()
    if until is not None:
        how = replace(how, until=until)
    with _session(problem, executor, sandbox, on_event, fresh) as session:
        return pipeline.run(problem, chosen, session, how)


def hack(
    problem: Problem,
    submissions: Sequence[Submission] | None = None,
    *,
    executor: WorkExecutor | str | None = None,
    sandbox: str = "auto",
    seed: int = 0,
    time_s: float | None = 30.0,
    tries: int | None = None,
    on_event: Listener | None = None,
) -> HuntReport:
    """Hunt for small inputs on which `submissions` fail.

    submissions: None: all of the package's that are expected to fail.
    time_s: the seconds of each hunt, with shrinking. tries: a hunt without a find ends after
    so many inputs. None means no such bound.
    executor, sandbox, on_event: as for `judge`.

    Raise PackageError if the time limit cannot be inferred, UsageError for an unknown
    tier, and MachineError if this machine has no such tier; everything else is in the
    report.
    """
    from judging import pipeline
    from judging.features.hack import hunt

    chosen = submissions
    if chosen is None:
        chosen = [s for s in problem.submissions if hunt.must_fail(s.expectation)]
    effort = hunt.Effort(seed=seed, time_s=time_s, tries=tries)
    with _session(problem, executor, sandbox, on_event) as session:
        timed, _inferred = pipeline.with_time_limit(problem, session)
        return hunt.hunt_submissions(timed, chosen, session, effort)


def render(report: RunReport | HuntReport, format: str = "text") -> str:
    """Return a report as the command line writes it: "text", "json" or "html", and for
    a run also "junit" and "github". Raise UsageError for any other format.

    A page shows the inputs and answers of tests if `Options.facts` was set.
    """
    from judging.core.errors import UsageError
    from judging.core.results import RunReport
    from judging.features.hack import report as hunt
    from judging.machine.origin import origin_of_reports
    from judging.reports import run
    from judging.reports.medium import Medium

    medium = Medium(origin=origin_of_reports())
    known = run.FORMATS if isinstance(report, RunReport) else hunt.FORMATS
    if format not in known:
        raise UsageError(f"unknown format '{format}' ({', '.join(known)})")
    if isinstance(report, RunReport):
        return run.FORMATS[format](report, medium)
    return hunt.FORMATS[format](report, medium)


@contextlib.contextmanager
def _session(
    problem: Problem,
    executor: WorkExecutor | str | None,
    sandbox: str,
    on_event: Listener | None,
    fresh: bool = False,
) -> Iterator[Session]:
    import os

    from judging.core.events import ignore
    from judging.sandbox import choose
    from judging.session import Session
    from judging.session.executors import ExecutorSpec, open_executor
    from judging.store import Store

    with contextlib.ExitStack() as stack:
        store = stack.enter_context(contextlib.closing(Store()))
        tier = choose(sandbox, store)
        if executor is None or isinstance(executor, str):
            spec = ExecutorSpec(len(os.sched_getaffinity(0)), tier, store)
            executor = open_executor(spec, executor or "threads")
            stack.callback(executor.close)
            executor.connect()
        yield Session(executor, store, problem.limits, on_event or ignore, fresh)
