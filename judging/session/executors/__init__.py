"""Executors. Each opens one `Worker` per thread or process, and closes it."""

from collections.abc import Callable

from judging.core.errors import UsageError
from judging.session.executors.contract import ExecutorSpec, WorkExecutor
from judging.session.executors.local import SerialExecutor, ThreadsExecutor

__all__ = ["EXECUTORS", "ExecutorSpec", "WorkExecutor", "open_executor"]

EXECUTORS: dict[str, Callable[[ExecutorSpec], WorkExecutor]] = {
    "threads": ThreadsExecutor,
    "serial": SerialExecutor,
}


def open_executor(spec: ExecutorSpec, kind: str = "threads") -> WorkExecutor:
    """Open an executor of this kind. Raise UsageError if the kind is unknown."""
    if kind not in EXECUTORS:
        raise UsageError(f"unknown executor '{kind}'; known: {', '.join(EXECUTORS)}")
    return EXECUTORS[kind](spec)
