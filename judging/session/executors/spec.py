"""What an executor is opened with."""

from __future__ import annotations

import os
from dataclasses import dataclass

from judging.sandbox import open_sandbox
from judging.sandbox.worker import Worker
from judging.store import Store


@dataclass(frozen=True, slots=True)
class ExecutorSpec:
    """`jobs` workers, each with a sandbox of the named tier, on the given store."""

    jobs: int
    tier: str
    store: Store

    def open_worker(self, index: int) -> Worker:
        """The worker number `index`, pinned to a core of its own while there is one that no other
        worker, of this judge or another, has claimed."""
        cores = sorted(os.sched_getaffinity(0))
        start = index % len(cores)
        core, claim = cores[start], None
        for candidate in (*cores[start:], *cores[:start]):
            claim = self.store.claim(f"core-{candidate}")
            if claim is not None:
                core = candidate
                break
        return Worker(open_sandbox(self.tier, self.store, index, core), self.store, claim)
