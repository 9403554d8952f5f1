"""The interface of executors: workers run functions, each with its own sandbox."""

import os
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol

from judging.sandbox import open_sandbox
from judging.sandbox.worker import Worker
from judging.store import Store


@dataclass(frozen=True, slots=True)
class ExecutorSpec:
    """`jobs` workers on a store, each with a sandbox of the given tier."""

    jobs: int
    tier: str
    store: Store

    def open_worker(self, index: int) -> Worker:
        """Open worker number `index`, pinned to a core of its own if there is one that no other
        worker of any judge has claimed."""
        cores = sorted(os.sched_getaffinity(0))
        start = index % len(cores)
        core, claim = cores[start], None
        for candidate in (*cores[start:], *cores[:start]):
            claim = self.store.claim(f"core-{candidate}")
            if claim is not None:
                core = candidate
                break
        return Worker(open_sandbox(self.tier, self.store, index, core), self.store, claim)


class WorkExecutor(Protocol):
    """Runs functions on workers, one worker per thread or process."""

    @property
    def jobs(self) -> int:
        """How many workers run side by side."""

    @property
    def tier(self) -> str:
        """The name of the sandbox tier of every worker."""

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Run `function(*args, worker)` as soon as a worker is free."""

    def start_later(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Like `start`, but whatever was given to `start` goes first, also what comes later."""

    def kill(self) -> None:
        """End everything that runs, at once, and never start what is waiting."""

    def close(self) -> None:
        """Discard what is waiting, wait for what runs, and close the workers."""
