"""Everything in the caller's thread, at the moment it is submitted: for tests and debugging."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from judging.sandbox.worker import WorkExecutor
from judging.session.executors.spec import ExecutorSpec


def open_executor(spec: ExecutorSpec) -> SerialExecutor:
    """Opens it; `spec.jobs` does not matter."""
    return SerialExecutor(spec)


class SerialExecutor(WorkExecutor):
    """One worker, no threads."""

    def __init__(self, spec: ExecutorSpec) -> None:
        self._worker = spec.open_worker(0)
        self._closed = False

    @property
    def jobs(self) -> int:
        return 1

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, self._worker, **kwargs))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def kill(self) -> None:
        self._worker.kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        if not self._closed:
            self._closed = True
            self._worker.close()
