"""An online-judge grader and test-data generator for competitive programming.

    problem = judging.load("path/to/package")
    report = judging.judge(problem)
    report.exit_code, report.submissions[0].verdict
    judging.hack(problem, problem.submissions[-1:]).hunts[0].find

`load`, `judge` and `hack`, and the types they return, are the public API; everything else may
change.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judging.core.events import Listener
    from judging.core.problem import Problem, Submission
    from judging.core.results import RunReport
    from judging.hunt import HuntReport
    from judging.sandbox.worker import WorkExecutor

__all__ = ["HuntReport", "Problem", "RunReport", "hack", "judge", "load"]


def __getattr__(name: str) -> object:
    """The types, imported when they are asked for: the command line starts without them."""
    if name == "Problem":
        from judging.core.problem import Problem

        return Problem
    if name == "RunReport":
        from judging.core.results import RunReport

        return RunReport
    if name == "HuntReport":
        from judging.hunt import HuntReport

        return HuntReport
    raise AttributeError(f"module 'judging' has no attribute '{name}'")


def load(directory: str | Path) -> Problem:
    """Reads the problem package in `directory`. What is wrong with it is in its `diagnostics`;
    PackageError when it cannot be read at all."""
    from judging import package

    return package.load(Path(directory))


def judge(
    problem: Problem,
    submissions: Sequence[Submission] | None = None,
    *,
    executor: WorkExecutor | None = None,
    sandbox: str = "auto",
    until: str = "first-error",
    on_event: Listener | None = None,
) -> RunReport:
    """Judges `submissions`, all of the package's where None.

    `executor` runs the jobs and stays open; None opens one thread per core for this call.
    `sandbox` is a tier's name or `auto`; `until` is `first-error` or `all`. Times in the report
    are seconds, sizes bytes. Raises UsageError for an unknown tier and MachineError where the
    machine cannot judge at all; everything else is in the report.
    """
    import os

    from judging import pipeline
    from judging.core import events
    from judging.sandbox import choose, describe
    from judging.session.executors import ExecutorSpec, open_executor
    from judging.store import Store

    store = Store()
    tier = choose(sandbox, store)
    opened = executor or open_executor(ExecutorSpec(len(os.sched_getaffinity(0)), tier, store))
    try:
        return pipeline.run(
            problem,
            problem.submissions if submissions is None else submissions,
            opened,
            store,
            describe(tier),
            pipeline.Options(until=until),
            on_event or events.ignore,
        )
    finally:
        if executor is None:
            opened.shutdown(cancel_futures=True)
        store.close()


def hack(
    problem: Problem,
    submissions: Sequence[Submission] | None = None,
    *,
    executor: WorkExecutor | None = None,
    sandbox: str = "auto",
    seed: int = 0,
    time_s: float | None = 20.0,
    tries: int | None = None,
    on_event: Listener | None = None,
) -> HuntReport:
    """Hunts for inputs on which `submissions` are not AC, and makes them small; where None, all
    of the package's that are expected to fail.

    Each hunt that finds nothing ends after `time_s` seconds or `tries` inputs, whichever comes
    first; None: no such bound. `executor` and `sandbox` are as for `judge`. Raises UsageError for
    an unknown tier and MachineError where the machine has none; everything else is in the report.
    """
    import os

    from judging import hunt, pipeline
    from judging.core import events
    from judging.sandbox import choose
    from judging.session.executors import ExecutorSpec, open_executor
    from judging.store import Store

    store = Store()
    tier = choose(sandbox, store)
    opened = executor or open_executor(ExecutorSpec(len(os.sched_getaffinity(0)), tier, store))
    chosen = submissions
    if chosen is None:
        chosen = [s for s in problem.submissions if hunt.must_fail(s.expectation)]
    try:
        effort = hunt.Effort(seed=seed, time_s=time_s, tries=tries)
        listener = on_event or events.ignore
        timed, _ = pipeline.with_time_limit(problem, opened, store, listener)
        return hunt.hack(timed, chosen, opened, store, effort, listener)
    finally:
        if executor is None:
            opened.shutdown(cancel_futures=True)
        store.close()
