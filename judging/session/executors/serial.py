"""Runs everything at once in the caller's thread, for tests and debugging."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from judging.session.executors.contract import ExecutorSpec


class SerialExecutor:
    """One worker and no threads, whatever `spec.jobs` is."""

    jobs = 1

    def __init__(self, spec: ExecutorSpec) -> None:
        self._worker = spec.open_worker(0)
        self._closed = False

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(*args, self._worker))
        except Exception as problem:
            future.set_exception(problem)
        return future

    def kill(self) -> None:
        self._worker.kill()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._worker.close()
