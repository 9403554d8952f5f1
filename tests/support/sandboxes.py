"""Run commands in a sandbox of one tier."""

from __future__ import annotations

import contextlib
import fcntl
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judging.core.limits import MIB
from judging.core.runs import Execution
from judging.sandbox import (
    SYSTEM,
    TIERS,
    Command,
    ResourceLimits,
    Sandbox,
    choose,
    open_sandbox,
    streams,
)
from judging.sandbox.frames import Isolation
from judging.sandbox.worker import Worker
from judging.store import Store

BOUNDED = ResourceLimits(cpu_s=10.0, wall_s=15.0, memory_bytes=512 * MIB)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run: how it ended and what it wrote."""

    execution: Execution
    stdout: bytes
    stderr: bytes


@dataclass(frozen=True, slots=True)
class Bench:
    """A sandbox of one tier; `BOUNDED` limits every run whose test states no limits."""

    sandbox: Sandbox

    def run(
        self,
        *argv: str,
        stdin: bytes = b"",
        limits: ResourceLimits = BOUNDED,
        env: tuple[tuple[str, str], ...] = (),
        core: int | None = None,
        read_only: tuple[Path, ...] = (),
        **more: Any,
    ) -> Outcome:
        """Run a command in a fresh box; it sees the system, itself, and `read_only`. `more` are
        further fields of the command: `copy_in`, `folders`, `copy_out` and so on."""
        with streams(stdin) as (given, out, err), self.sandbox.box() as box:
            seen = visible(argv[0], *read_only)
            command = Command(
                argv, box, given.fd, out.fd, err.fd, limits, env, core, seen, **more
            )
            return Outcome(self.sandbox.run(command), out.read(), err.read())

    @property
    def isolation(self) -> Isolation:
        """What keeps a program of this sandbox in."""
        return TIERS[self.sandbox.info.tier].isolation

    @property
    def grouped(self) -> bool:
        """Whether a control group holds a run to its limits."""
        return TIERS[self.sandbox.info.tier].group is not None


def visible(*more: str | Path) -> tuple[Path, ...]:
    """Return the system's paths, and each of `more` that lies outside them."""
    named = map(Path, more)
    return (*SYSTEM, *(p for p in named if not any(p.is_relative_to(s) for s in SYSTEM)))


def landing(folder: Path) -> Path:
    """Make a folder that a process with another user id may copy into."""
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def not_in(bench: Bench, flags: Isolation, why: str) -> None:
    """Skip the test on a tier that does any of `flags`."""
    if bench.isolation & flags:
        pytest.skip(f"sandbox tier {bench.sandbox.info.tier}: {why}")


def only_in(bench: Bench, flags: Isolation, why: str) -> None:
    """Skip the test on a tier that does none of `flags`."""
    if not bench.isolation & flags:
        pytest.skip(f"sandbox tier {bench.sandbox.info.tier}: {why}")


def open_worker(store: Store) -> Worker:
    """Open a worker on the strongest tier of the machine."""
    # A number that no executor of the same test reaches.
    return Worker(open_sandbox(best_tier(), store, number=30), store)


@cache
def best_tier() -> str:
    """Return the strongest tier that the machine has."""
    with contextlib.closing(Store()) as store, (store.root / "probed").open("w") as lock:
        # One worker of pytest compiles the launcher, the others wait for it.
        fcntl.flock(lock, fcntl.LOCK_EX)
        return choose("auto", store)


def run_pair(
    sandbox: Sandbox, first: Command, second: Command, between: tuple[int, ...] = ()
) -> tuple[Execution, Execution, int]:
    """Run two commands side by side; the last value tells which ended first, 0 or 1."""
    running = sandbox.start_pair(first, second, between)
    ended = running[0].wait(), running[1].wait()
    return *ended, 0 if ended[0].ended_at_s <= ended[1].ended_at_s else 1
