"""The interface of executors: workers run functions, each with its own sandbox."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol


class WorkExecutor(Protocol):
    """Runs functions on workers, one worker per thread or process."""

    @property
    def jobs(self) -> int:
        """How many workers run side by side."""

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Run `function(*args, worker)` as soon as a worker is free."""

    def kill(self) -> None:
        """End everything that runs, at once, and never start what is waiting."""

    def close(self) -> None:
        """Discard what is waiting, wait for what runs, and close the workers."""
