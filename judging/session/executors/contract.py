"""What an executor offers: functions are run by workers, each with a sandbox of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Protocol


class WorkExecutor(Protocol):
    """Runs functions on workers, one worker per thread or process."""

    @property
    def jobs(self) -> int:
        """The number of workers that run side by side."""

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Run `function(*args, worker)` as soon as a worker is free."""

    def kill(self) -> None:
        """End everything that runs, at once; what is waiting is never started."""

    def close(self) -> None:
        """Drop what is waiting, wait for what runs, and close the workers."""
