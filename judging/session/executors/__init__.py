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
    """Open an executor of this kind, or for `dask:PLACE` one that spreads work over a cluster.
    Raise UsageError if the kind is unknown."""
    if kind.startswith("dask:"):
        from judging.session.executors.cluster.executor import ClusterExecutor

        return ClusterExecutor(spec, kind.removeprefix("dask:"))
    if kind not in EXECUTORS:
        known = ", ".join((*EXECUTORS, "dask:local=N", "dask:HOST:PORT"))
        raise UsageError(f"unknown executor '{kind}'; known: {known}")
    return EXECUTORS[kind](spec)
