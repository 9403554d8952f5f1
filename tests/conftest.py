"""Fixtures for every room: a private cache, a store, a worker, C programs, the sandbox tiers."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from hypothesis import settings
from support import examples  # noqa: F401  # registers the profiles
from support.c_programs import CompileC, compiler_in
from support.caches import with_launcher
from support.sandboxes import best_tier, open_worker

from judging.core.events import Listener, ignore
from judging.core.problem import Problem
from judging.sandbox import TIERS, missing
from judging.sandbox.worker import Worker
from judging.session import Session
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

OpenSession = Callable[..., Session]

settings.load_profile("quick")
# A root judge runs programs as other users, who must be able to read what a test writes for them.
# Tests of a strict mask set it themselves.
os.umask(0o022)


# Learning a format takes seconds in each package that has none, and most hunts here are about
# something else. The tests of `judge describe` learn.
os.environ["JUDGE_DESCRIBE"] = "off"


@pytest.fixture
def token() -> str:
    """A word that no other process has on its command line."""
    return f"judge-test-{uuid.uuid4()}"


@pytest.fixture(scope="session", autouse=True)
def private_cache() -> Path:
    """The folder that every judge of this session, also in a child process, keeps its cache in."""
    return Path(os.environ["XDG_CACHE_HOME"])


@pytest.fixture(scope="session")
def store(private_cache: Path) -> Iterator[Store]:
    """The session's store."""
    opened = Store()
    yield opened
    opened.close()


@pytest.fixture
def own_cache(
    tmp_path_factory: pytest.TempPathFactory,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> Path:
    """The folder that every judge of this test keeps its cache in; it has no results, programs or
    other entries of a package."""
    folder = tmp_path_factory.mktemp("cache")
    with_launcher(folder / "judge", store)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def empty_store(tmp_path: Path) -> Iterator[Store]:
    """A store of the test's own, with nothing in it."""
    opened = Store(tmp_path / "store")
    yield opened
    opened.close()


@pytest.fixture
def worker(store: Store) -> Iterator[Worker]:
    """A worker on the strongest tier of the machine."""
    opened = open_worker(store)
    yield opened
    opened.close()


@pytest.fixture
def open_session(store: Store) -> Iterator[OpenSession]:
    """Opens a session on a problem; its executor is closed after the test."""
    with ExitStack() as stack:

        def opened(problem: Problem, on_event: Listener = ignore) -> Session:
            spec = ExecutorSpec(1, best_tier(), store)
            executor = stack.enter_context(closing(open_executor(spec)))
            return Session(executor, store, problem.limits, on_event)

        yield opened


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Make one cache for all workers of pytest, which inherit its name. Put the Python of the tests
    first on PATH. Restore the interrupt and the hangup: one is ignored where the tests run in the
    background, the other under `nohup`, and every command would ignore it too."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
    if "PYTEST_XDIST_WORKER" not in os.environ:
        folder = tempfile.mkdtemp(prefix="judge-tests-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))
        os.environ["XDG_CACHE_HOME"] = folder
        # As in `make test`. Programs of packages start `python3` some thousand times; that of a
        # version manager or with many site-packages takes four times as long to start.
        own_bin = Path(sys.executable).parent
        os.environ["PATH"] = f"{own_bin}{os.pathsep}{os.environ['PATH']}"


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


def pytest_collection_finish() -> None:
    """Keep the collector of garbage away from what was collected: some hundred thousand objects
    that live to the end, and that it would look through again in each of its long rounds."""
    gc.collect()
    gc.freeze()


@pytest.fixture(params=list(TIERS))
def tier(request: pytest.FixtureRequest, store: Store) -> str:
    """Each tier by name; one that the machine lacks is skipped."""
    name: str = request.param
    reason = missing(name, store)
    if reason is not None:
        pytest.skip(f"sandbox tier {name}: {reason}")
    return name


@pytest.fixture(scope="session")
def c_program(private_cache: Path) -> CompileC:
    """Compiles the text of a C program and returns the path of the executable."""
    folder = private_cache / "programs"
    folder.mkdir(exist_ok=True)
    return compiler_in(folder)
