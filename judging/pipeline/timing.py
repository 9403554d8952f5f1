"""The time limit of a package that states none."""

from __future__ import annotations

from judging.diagnostics import error
from judging.errors import PackageError
from judging.events import Listener, ignore
from judging.problem import Problem
from judging.sandbox.worker import WorkExecutor
from judging.store import Store


def with_time_limit(
    problem: Problem, executor: WorkExecutor, store: Store, on_event: Listener = ignore
) -> Problem:
    """The problem with a time limit. PackageError where it has none."""
    if problem.limits.time_s is not None:
        return problem
    message = "no time limit: state it in seconds, as in limits: {time_limit: 1.0}"
    raise PackageError([error(message, problem.paths.shown(problem.paths.config))])
