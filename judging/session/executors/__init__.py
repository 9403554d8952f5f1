"""Executors. Each opens one `Worker` per thread or process, and closes it."""

from judging import plugins
from judging.core.errors import UsageError
from judging.session.executors.contract import ExecutorSpec as ExecutorSpec
from judging.session.executors.contract import WorkExecutor
from judging.session.executors.threads import ThreadsExecutor


def open_executor(spec: ExecutorSpec, kind: str = "threads") -> WorkExecutor:
    """Open an executor of this kind, or for `dask:PLACE` one that spreads work over a
    cluster. A plugin may add other kinds, with `NAME:PLACE`. Raise UsageError if the kind
    is unknown."""
    if kind == "threads":
        return ThreadsExecutor(spec)
    if kind.startswith("dask:"):
        from judging.session.executors.cluster.executor import ClusterExecutor

        return ClusterExecutor(spec, kind.removeprefix("dask:"))
    name, _, place = kind.partition(":")
    added = plugins.names(plugins.EXECUTORS)
    if name in added:
        executor: WorkExecutor = plugins.load(plugins.EXECUTORS, name)(spec, place)
        return executor
    known = ["threads", "dask:local=N", "dask:HOST:PORT"]
    known += [f"{each}:PLACE" for each in added]
    raise UsageError(f"unknown executor '{kind}'; known: {', '.join(known)}")
