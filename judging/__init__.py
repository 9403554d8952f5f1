"""An online-judge grader and test-data generator for competitive programming.

    problem = judging.load("path/to/package")
    report = judging.judge(problem)
    report.exit_code, report.submissions[0].verdict

`load` and `judge`, and the types they return, are the public API; everything else may change.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judging.events import Listener
    from judging.problem import Problem, Submission
    from judging.results import RunReport
    from judging.sandbox.worker import WorkExecutor

__all__ = ["Problem", "RunReport", "judge", "load"]


def __getattr__(name: str) -> object:
    """The types, imported when they are asked for: the command line starts without them."""
    if name == "Problem":
        from judging.problem import Problem

        return Problem
    if name == "RunReport":
        from judging.results import RunReport

        return RunReport
    raise AttributeError(f"module 'judging' has no attribute '{name}'")


def load(directory: str | Path) -> Problem:
    """Reads the problem package in `directory`. What is wrong with it is in its `diagnostics`;
    PackageError when it cannot be read at all."""
    from judging import formats

    return formats.load(Path(directory))


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

    from judging import events, pipeline
    from judging.executors import ExecutorSpec, open_executor
    from judging.sandbox import choose, describe
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
