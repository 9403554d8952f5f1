"""What every test may ask for: a cache of its own, C programs, a bench for each sandbox tier."""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import psutil
import pytest
from hypothesis import settings

from judging.core.limits import MIB
from judging.core.results import Execution
from judging.sandbox import (
    SYSTEM,
    TIERS,
    Command,
    ResourceLimits,
    Sandbox,
    choose,
    missing,
    open_sandbox,
    streams,
)
from judging.sandbox.launcher import Isolation
from judging.sandbox.worker import Worker
from judging.store import Store

# Machines that run tests are busy: how long an example takes says nothing.
settings.register_profile("judge", deadline=None, print_blob=True)
settings.load_profile("judge")

# A hostile program sleeps SLEEP_S; a run that ended before PROMPT_S was ended by a limit.
SLEEP_S = 20
PROMPT_S = 10.0
BOUNDED = ResourceLimits(cpu_s=10.0, wall_s=15.0, memory_bytes=512 * MIB)

_HEAD = """\
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#line 1
"""

CompileC = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One run: how it ended and what it wrote."""

    execution: Execution
    stdout: bytes
    stderr: bytes


@dataclass(frozen=True, slots=True)
class Bench:
    """A sandbox of one tier, with everything bounded that a test does not bound itself."""

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
        """Runs a command in a fresh box; it sees the system, itself, and `read_only`. `more` are
        other fields of the command: `copy_in`, `folders`, `copy_out` and so on."""
        with streams(stdin) as (given, out, err), self.sandbox.box() as box:
            seen = visible(argv[0], *read_only)
            command = Command(argv, box, given.fd, out.fd, err.fd, limits, env, core, seen, **more)
            return Outcome(self.sandbox.run(command), out.read(), err.read())

    @property
    def isolation(self) -> Isolation:
        """What keeps a program of this sandbox in."""
        return TIERS[self.sandbox.info.tier].isolation

    @property
    def grouped(self) -> bool:
        """Whether a control group holds it to its limits."""
        return TIERS[self.sandbox.info.tier].group is not None


def visible(*more: str | Path) -> tuple[Path, ...]:
    """The system, and `more` where that is not part of it."""
    named = map(Path, more)
    return (*SYSTEM, *(p for p in named if not any(p.is_relative_to(s) for s in SYSTEM)))


def landing(folder: Path) -> Path:
    """Makes a folder to collect in: who copies into it may have another user id."""
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def not_in(bench: Bench, flags: Isolation, why: str) -> None:
    """Skips the test on a tier that does any of `flags`."""
    if bench.isolation & flags:
        pytest.skip(f"sandbox tier {bench.sandbox.info.tier}: {why}")


def only_in(bench: Bench, flags: Isolation, why: str) -> None:
    """Skips the test on a tier that does none of `flags`."""
    if not bench.isolation & flags:
        pytest.skip(f"sandbox tier {bench.sandbox.info.tier}: {why}")


def alive(token: str) -> list[int]:
    """The processes with `token` on their command line, zombies aside."""
    found = []
    for process in psutil.process_iter():
        try:
            if token in process.cmdline() and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            continue
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    """Polls until `condition` holds; a test that waits in vain fails."""
    end = time.monotonic() + PROMPT_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def token() -> str:
    """A word that no other process has on its command line."""
    return f"judge-test-{uuid.uuid4()}"


@pytest.fixture(scope="session", autouse=True)
def private_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder that every judge of this session, also in a child process, keeps its cache in."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def store(private_cache: Path) -> Iterator[Store]:
    """The session's store."""
    opened = Store()
    yield opened
    opened.close()


@pytest.fixture
def empty_store(tmp_path: Path) -> Iterator[Store]:
    """A store of the test's own, with nothing in it."""
    opened = Store(tmp_path / "store")
    yield opened
    opened.close()


@pytest.fixture
def worker(store: Store) -> Iterator[Worker]:
    """A worker on the strongest tier of the machine."""
    # A number that no executor of the same test reaches.
    opened = Worker(open_sandbox(choose("auto", store), store, number=30), store)
    yield opened
    opened.close()


@cache
def best_tier() -> str:
    """The strongest tier that the machine has."""
    with tempfile.TemporaryDirectory() as folder, contextlib.closing(Store(Path(folder))) as probed:
        return choose("auto", probed)


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Where the tests were started in the background, an interrupt is ignored, and so it would be
    by every command that they start."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """On the weaker tiers the quick tests are those marked `smoke`; the others are slow. What one
    process takes as a group comes first: the others have enough to do meanwhile."""
    for item in items:
        case = getattr(item, "callspec", None)
        named = case.params.get("tier") if case is not None else None
        weaker = named in TIERS and named != best_tier()
        if weaker and item.get_closest_marker("smoke") is None:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: item.get_closest_marker("xdist_group") is None)


@pytest.fixture(params=list(TIERS))
def tier(request: pytest.FixtureRequest, store: Store) -> str:
    """Each tier by name; one that the machine lacks is skipped."""
    name: str = request.param
    reason = missing(name, store)
    if reason is not None:
        pytest.skip(f"sandbox tier {name}: {reason}")
    return name


@pytest.fixture
def bench(tier: str, store: Store) -> Iterator[Bench]:
    """A fresh sandbox of each tier."""
    sandbox = open_sandbox(tier, store)
    yield Bench(sandbox)
    sandbox.close()


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> CompileC:
    """Compiles the text of a C program, static where libc allows it; gives the executable."""
    folder = tmp_path_factory.mktemp("programs")
    compiler = shutil.which("cc") or shutil.which("gcc") or "cc"

    def compiled(source: str) -> str:
        target = folder / hashlib.sha256(source.encode()).hexdigest()[:16]
        if not target.exists():
            code = target.with_suffix(".c")
            code.write_text(_HEAD + source)
            base = [compiler, "-std=gnu17", "-O0", "-w", "-pthread", "-o", str(target), str(code)]
            done = subprocess.run([*base, "-static"], capture_output=True, check=False)
            if done.returncode != 0:
                subprocess.run(base, check=True)
        return str(target)

    return compiled
