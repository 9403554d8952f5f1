"""Tier `rlimits`: limits and measurement, but no isolation. It holds time, memory, output and
left-over processes; it hides no file and no network."""

from __future__ import annotations

import contextlib
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from judging.results import Ending, Execution, SandboxInfo
from judging.sandbox import launcher
from judging.sandbox.contract import Command
from judging.store import Store, remove_tree

NAME = "rlimits"
WARNINGS = (
    "UNSANDBOXED: programs are limited and measured, but can read and write what the judge can; "
    "judge only code that you would run yourself",
)


def available() -> str | None:
    """None: every Linux machine has this tier."""
    return None


class _Running:
    def __init__(self, server: launcher.Server | None, command: Command) -> None:
        self._server = server
        self._command = command
        self._refused = server.send(command) if server is not None else None

    def wait(self) -> Execution:
        if self._server is None:
            return Execution(Ending.CANCELLED)
        if self._refused is not None:
            return launcher.failed(self._refused)
        return self._server.receive(self._command)

    def kill(self) -> None:
        if self._server is not None:
            self._server.kill()


class RlimitsSandbox:
    """Runs commands through one launcher process, two for a pair."""

    def __init__(self, store: Store, core: int | None = None) -> None:
        self.info = SandboxInfo(NAME, WARNINGS)
        self._core = core
        self._executable = launcher.build(store)
        self._servers: list[launcher.Server] = []
        self._killed = False
        self._lock = threading.Lock()
        self._home = Path(tempfile.mkdtemp(prefix="judge-"))

    def _server(self, index: int) -> launcher.Server | None:
        """A launcher that is ready; None once the sandbox was killed."""
        with self._lock:
            if self._killed:
                return None
            while len(self._servers) <= index:
                self._servers.append(launcher.Server(self._executable))
            if not self._servers[index].alive:
                self._servers[index].close()
                self._servers[index] = launcher.Server(self._executable)
            return self._servers[index]

    def _pinned(self, command: Command) -> Command:
        return command if command.core is not None else replace(command, core=self._core)

    def start(self, command: Command) -> _Running:
        return _Running(self._server(0), self._pinned(command))

    def run(self, command: Command) -> Execution:
        return self.start(command).wait()

    def run_pair(self, first: Command, second: Command) -> tuple[Execution, Execution, int]:
        running = [
            _Running(self._server(index), self._pinned(command))
            for index, command in enumerate((first, second))
        ]
        ended = running[0].wait(), running[1].wait()
        return *ended, 0 if ended[0].ended_at_s <= ended[1].ended_at_s else 1

    @contextlib.contextmanager
    def box(self) -> Iterator[Path]:
        folder = Path(tempfile.mkdtemp(dir=self._home))
        try:
            yield folder
        finally:
            remove_tree(folder)

    def kill(self) -> None:
        with self._lock:
            self._killed = True
            for server in self._servers:
                server.kill()

    def close(self) -> None:
        self.kill()
        for server in self._servers:
            server.close()
        remove_tree(self._home)
