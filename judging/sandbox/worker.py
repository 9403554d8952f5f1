"""What one thread or process of the judge works with: a sandbox of its own, the store, a core."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from judging.sandbox.contract import Sandbox
from judging.store import Store


@dataclass(frozen=True, slots=True)
class Worker:
    """Opened by an executor, one per thread or process, and closed by it. `claim` is the
    descriptor that holds its core, if it has one to itself."""

    sandbox: Sandbox
    store: Store
    claim: int | None = None

    def kill(self) -> None:
        """Ends what it runs, from any thread."""
        self.sandbox.kill()

    def close(self) -> None:
        """Ends what it runs and gives everything back."""
        self.sandbox.close()
        if self.claim is not None:
            os.close(self.claim)


class WorkExecutor(Executor):
    """The standard library's executor, but for one thing: `submit(f, *args)` calls
    `f(*args, worker)` with the worker of the thread or process that runs it."""

    @property
    def jobs(self) -> int:
        """How many run side by side."""
        raise NotImplementedError

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Runs `fn(*args, worker, **kwargs)` when a worker is free."""
        raise NotImplementedError

    def kill(self) -> None:
        """Ends everything that runs, at once; what is waiting is never started."""
        raise NotImplementedError
