"""A workbench, and a compiler that logs each start."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.caches import with_launcher
from support.sandboxes import open_worker
from support.workbench import Workbench

from judging.core.runs import Execution
from judging.sandbox import Command
from judging.sandbox.worker import Worker
from judging.store import Store


@pytest.fixture
def workbench(worker: Worker, tmp_path: Path) -> Workbench:
    return Workbench(worker, tmp_path)


@pytest.fixture
def own_workbench(store: Store, tmp_path: Path) -> Iterator[Workbench]:
    """A workbench whose store no other test uses."""
    own = Store(with_launcher(tmp_path / "store", store))
    with contextlib.closing(own), contextlib.closing(open_worker(own)) as worker:
        yield Workbench(worker, tmp_path)


@pytest.fixture
def compiler_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, worker: Worker
) -> Path:
    """Put a C++ compiler that logs each compilation first on PATH. The log is written from outside,
    because the compiler cannot write outside its box."""
    real = shutil.which("g++")
    if real is None:
        pytest.skip("no g++ on PATH")
    folder = tmp_path / "tools" / "bin"
    folder.mkdir(parents=True)
    log = folder / "log"
    log.touch()
    wrapper = folder / "g++"
    wrapper.write_text(f'#!/bin/sh\nexec "{real}" "$@"\n')
    wrapper.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    run = worker.sandbox.run

    def noted(command: Command) -> Execution:
        if command.argv[0] == str(wrapper):
            with log.open("a") as file:
                file.write(f"{command.argv}\n")
        return run(command)

    monkeypatch.setattr(worker.sandbox, "run", noted)
    return log
