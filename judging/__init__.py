"""An online-judge grader and test-data generator for competitive programming.

    problem = judging.load("path/to/package")
    report = judging.judge(problem)
    report.exit_code, report.submissions[0].verdict
    judging.hack(problem, problem.submissions[-1:]).hunts[0].find

`load`, `judge` and `hack`, and the types they return, are the public API; everything else may
change.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judging.core.events import Listener
    from judging.core.problem import Problem, Submission
    from judging.core.results import RunReport
    from judging.hunt import HuntReport
    from judging.session import Session, WorkExecutor

__version__ = "0.1.0"

__all__ = ["HuntReport", "Problem", "RunReport", "hack", "judge", "load"]
_TYPES = {
    "HuntReport": "judging.hunt",
    "Problem": "judging.core.problem",
    "RunReport": "judging.core.results",
}


def __getattr__(name: str) -> object:
    """Import the public types when they are first used, so that the command line starts faster."""
    if name in _TYPES:
        return getattr(importlib.import_module(_TYPES[name]), name)
    raise AttributeError(f"module 'judging' has no attribute '{name}'")


def load(directory: str | Path, *, links_within: str | Path | None = None) -> Problem:
    """Read the problem package in `directory`. Its faults are in `diagnostics`.

    links_within: what links of the package's own programs may lead to; None: the git work tree or
    contest around it.
    Raise PackageError if it cannot be read at all, UsageError if it is not in `links_within`.
    """
    from judging import package

    return package.load(
        Path(directory), None if links_within is None else Path(links_within)
    )


def judge(
    problem: Problem,
    submissions: Sequence[Submission] | None = None,
    *,
    executor: WorkExecutor | str | None = None,
    sandbox: str = "auto",
    until: str = "first-error",
    fresh: bool = False,
    on_event: Listener | None = None,
) -> RunReport:
    """Judge `submissions`, or all of the package's if None.

    executor: runs the jobs and stays open. A name opens one for this call: "threads" (None), with
    one thread per core, "dask:local=N" or "dask:ADDRESS" (docs/cluster.md).
    sandbox: the name of a tier, or `auto`.
    until: `first-error` or `all`.
    fresh: run everything, also what was run before and has not changed.
    Times in the report are seconds, sizes are bytes. Raise UsageError for an unknown tier and
    MachineError if this machine cannot judge at all; everything else is in the report.
    """
    from judging import pipeline

    chosen = problem.submissions if submissions is None else submissions
    with _session(problem, executor, sandbox, on_event, fresh) as session:
        return pipeline.run(problem, chosen, session, pipeline.Options(until=until))


def hack(
    problem: Problem,
    submissions: Sequence[Submission] | None = None,
    *,
    executor: WorkExecutor | str | None = None,
    sandbox: str = "auto",
    seed: int = 0,
    time_s: float | None = 20.0,
    tries: int | None = None,
    on_event: Listener | None = None,
) -> HuntReport:
    """Hunt for small inputs on which `submissions` fail. If None, hunt all submissions of the
    package that are expected to fail.

    time_s, tries: a hunt without a find ends after so many seconds or inputs, whichever comes
    first; None means no such bound.
    executor, sandbox: as for `judge`.
    Raise PackageError if the time limit cannot be inferred, UsageError for an unknown tier or an
    interactive or multi-pass problem, and MachineError if this machine has no such tier; everything
    else is in the report.
    """
    from judging import hunt, pipeline

    hunt.require_huntable(problem)
    chosen = submissions
    if chosen is None:
        chosen = [s for s in problem.submissions if hunt.must_fail(s.expectation)]
    effort = hunt.Effort(seed=seed, time_s=time_s, tries=tries)
    with _session(problem, executor, sandbox, on_event) as session:
        timed, _inferred = pipeline.with_time_limit(problem, session)
        return hunt.hunt_submissions(timed, chosen, session, effort)


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
        yield Session(executor, store, problem.limits, on_event or ignore, fresh)
