"""The interface of executors: workers run functions, each with its own sandbox."""

import os
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

from judging.core.machines import NodeInfo
from judging.core.timings import Tally
from judging.programs import Executable
from judging.sandbox import open_sandbox
from judging.sandbox.worker import Worker
from judging.store import Store
from judging.values import Value, field


class ExecutorSpec(Value):
    """`jobs` workers on a store, each with a sandbox of the given tier.

    any_node: nodes of a cluster may differ from this machine in tier and toolchains.
    tally: gets the runs of all workers of this machine.
    """

    jobs: int
    tier: str
    store: Store
    any_node: bool = False
    tally: Tally = field(default_factory=Tally)

    def open_worker(self, index: int, node: str = "") -> Worker:
        """Open worker number `index`, pinned to a core of its own if there is one that
        no other worker of any judge has claimed."""
        cores = sorted(os.sched_getaffinity(0))
        start = index % len(cores)
        # Each worker begins its search at another core, so that two seldom ask for the same one.
        for core in (*cores[start:], *cores[:start]):
            claim = self.store.claim(f"core-{core}")
            if claim is not None:
                break
        else:
            core = cores[start]
        try:
            sandbox = open_sandbox(self.tier, self.store, index, core, self.tally)
        except BaseException:
            if claim is not None:
                os.close(claim)
            raise
        return Worker(sandbox, self.store, claim, node)


class WorkExecutor(Protocol):
    """Runs functions on workers, one worker per thread or process.

    jobs: how many workers of this machine run side by side.
    tier: the name of the sandbox tier of every worker.
    chunk_s: how many seconds of runs should be spread together; 0: one run.
    """

    jobs: int
    tier: str
    chunk_s: float = 0.0

    @property
    def slots(self) -> int:
        """How many functions that are spread keep all workers busy."""
        return self.jobs

    @property
    def nodes(self) -> Mapping[str, NodeInfo]:
        """The nodes of a cluster by name; none without a cluster."""
        return {}

    def connect(self) -> None:
        """Wait for the scheduler of a cluster; raise MachineError if it does not answer.

        Whoever does not wait learns it from the first function that is spread.
        """

    def start(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Run `function(*args, worker)` as soon as a worker is free."""

    def start_later(self, function: Callable[..., Any], /, *args: Any) -> Future[Any]:
        """Like `start`, but after everything that is given to `start`, even later."""

    def spread(
        self,
        programs: Iterable[Executable],
        files: Iterable[str],
        function: Callable[..., Any],
        /,
        *args: Any,
        decide: bool = False,
    ) -> Future[Any]:
        """Like `start`, but on any machine, which gets these programs and files of the
        store. The result names no file of a store.

        decide: on the same machine each time, as long as it is available, because the time counts.
        """
        return self.start(function, *args)

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        """End the runs of these: nobody needs their results, and others may need a
        worker."""

    def kill(self) -> None:
        """End everything that runs, at once, and never start what is waiting."""

    def close(self) -> None:
        """Discard what is waiting, wait for what runs, and close the workers."""
