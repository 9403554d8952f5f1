"""The executor of one machine."""

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from judging.sandbox.worker import Worker
from judging.session.executors.contract import ExecutorSpec, WorkExecutor

_Waiting = tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]


class ThreadsExecutor(WorkExecutor):
    """A pool of `spec.jobs` threads; each opens its worker when it gets its first job.

    Threads are enough: they only wait for processes and compare outputs.
    """

    def __init__(self, spec: ExecutorSpec) -> None:
        self.jobs = spec.jobs
        self.tier = spec.tier
        self._spec = spec
        self._pool = ThreadPoolExecutor(spec.jobs, thread_name_prefix="judge")
        self._mine = threading.local()
        self._lock = threading.Lock()
        self._workers: list[Worker] = []
        self._killed = False
        # What waits for a worker. The pool has one call of `_run_next` for each of them.
        self._next: deque[_Waiting] = deque()
        self._later: deque[_Waiting] = deque()

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return self._enqueue(self._next, function, args)

    def start_later(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return self._enqueue(self._later, function, args)

    def _enqueue(
        self, queue: deque[_Waiting], function: Callable[..., Any], args: tuple[Any, ...]
    ) -> Future[Any]:
        future: Future[Any] = Future()
        queue.append((future, function, args))
        self._pool.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            future, function, args = (self._next or self._later).popleft()
        if not future.set_running_or_notify_cancel():
            return
        try:
            result = function(*args, self._worker())
        except BaseException as problem:
            future.set_exception(problem)
        else:
            future.set_result(result)

    def _discard(self) -> None:
        """Cancel whatever waits, and never start anything again."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            waiting = (*self._next, *self._later)
        for future, _, _ in waiting:
            future.cancel()

    def _worker(self) -> Worker:
        worker: Worker | None = getattr(self._mine, "worker", None)
        if worker is None:
            with self._lock:
                worker = self._spec.open_worker(len(self._workers))
                self._workers.append(worker)
                if self._killed:
                    worker.kill()
            self._mine.worker = worker
        return worker

    def kill(self) -> None:
        self._discard()
        with self._lock:
            self._killed = True
            for worker in self._workers:
                worker.kill()

    def close(self) -> None:
        self._discard()
        self._pool.shutdown()
        for worker in self._workers:
            worker.close()
        self._workers.clear()
