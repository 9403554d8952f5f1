"""The executor of one machine."""

import contextlib
import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from judging.sandbox.worker import Worker
from judging.session.executors.contract import ExecutorSpec, WorkExecutor
from judging.values import Value


class _Call(Value, eq=False):
    """A function that waits for a worker, and the future of its result."""

    future: Future[Any]
    function: Callable[..., Any]
    args: tuple[Any, ...]


class ThreadsExecutor(WorkExecutor):
    """A pool of `spec.jobs` threads; each opens its worker when it gets its first job.

    Threads are enough: they only wait for processes and compare outputs. Between two calls a
    worker waits for the thread that spreads them. So runs of few milliseconds are spread some
    at a time.
    """

    chunk_s = 0.01

    def __init__(self, spec: ExecutorSpec) -> None:
        self.jobs = spec.jobs
        self.tier = spec.tier
        self._spec = spec
        self._pool = ThreadPoolExecutor(spec.jobs, thread_name_prefix="judge")
        self._mine = threading.local()
        self._lock = threading.Lock()
        self._workers: list[Worker] = []
        self._killed = False
        # What waits for a worker. The pool has one call of `_run_next` for each of them:
        # which of them runs is decided when a worker is free, so that what is needed
        # overtakes the rest.
        self._next: deque[_Call] = deque()
        self._later: deque[_Call] = deque()
        self._indexes = itertools.count()
        # The workers of the calls that run.
        self._busy: dict[Future[Any], Worker] = {}
        # Calls that nobody needs any more, although they had begun.
        self._abandoned: set[Future[Any]] = set()

    def connect(self) -> None:
        """Return at once: there is no scheduler."""

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return self._enqueue(self._next, function, args)

    def start_later(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        return self._enqueue(self._later, function, args)

    def _enqueue(
        self, queue: deque[_Call], function: Callable[..., Any], args: tuple[Any, ...]
    ) -> Future[Any]:
        future: Future[Any] = Future()
        queue.append(_Call(future, function, args))
        self._pool.submit(self._run_next)
        return future

    def _run_next(self) -> None:
        with self._lock:
            call = (self._next or self._later).popleft()
        if not call.future.set_running_or_notify_cancel():
            return
        try:
            result = call.function(*call.args, self._worker_for(call.future))
        except BaseException as problem:
            self._release(call.future)
            call.future.set_exception(problem)
        else:
            self._release(call.future)
            call.future.set_result(result)

    def _discard(self) -> None:
        """Cancel whatever waits, and never start anything again."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            waiting = (*self._next, *self._later)
        for call in waiting:
            call.future.cancel()

    def _worker_for(self, future: Future[Any]) -> Worker:
        """Return the worker of this thread, which runs the call of `future` from now on."""
        worker: Worker | None = getattr(self._mine, "worker", None)
        if worker is None or worker.killed:
            worker = self._open_own_worker(worker)
        with self._lock:
            self._busy[future] = worker
            if self._killed or future in self._abandoned:
                worker.kill()
        return worker

    def _open_own_worker(self, killed: Worker | None) -> Worker:
        """Open the worker of this thread, in the place of one that was killed."""
        if killed is None:
            self._mine.index = next(self._indexes)
        else:
            with self._lock:
                self._workers.remove(killed)
            self._mine.worker = None
            killed.close()
        worker = self._spec.open_worker(self._mine.index)
        self._mine.worker = worker
        with self._lock:
            self._workers.append(worker)
        return worker

    def _release(self, future: Future[Any]) -> None:
        """Note that the call of `future` has ended: its worker may run another one."""
        with self._lock:
            self._busy.pop(future, None)
            self._abandoned.discard(future)

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        for future in futures:
            if future.cancel() or future.done():
                continue
            with self._lock:
                self._abandoned.add(future)
                if future in self._busy:
                    self._busy[future].kill()

    def kill(self) -> None:
        self._discard()
        with self._lock:
            self._killed = True
            for worker in self._workers:
                worker.kill()

    def close(self) -> None:
        self._discard()
        self._pool.shutdown()
        # Each of them, whichever of the others fails.
        with contextlib.ExitStack() as closing:
            for worker in self._workers:
                closing.callback(worker.close)
            self._workers.clear()
