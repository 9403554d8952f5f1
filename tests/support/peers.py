"""Run BAPCtools and problemtools on the packages of tests, and read the verdicts that they print."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest
from support.command import Done, spawn

from benchmarks.conforming import peers
from benchmarks.conforming.peers import Outcome as Outcome
from benchmarks.conforming.peers import requirements as requirements

needs_peers = pytest.mark.skipif(
    not peers.installed(),
    reason="BAPCtools and problemtools are not installed: run `make peers`",
)


@dataclass(frozen=True, slots=True)
class Peers:
    """The tools, with a home and a temporary folder of their own in `folder`."""

    folder: Path

    def bt(self, package: Path, *args: object) -> Done:
        """Run a command of BAPCtools in a package."""
        return self._run(peers.bt_command(*args), package)

    def verifyproblem(self, package: Path, time_limit: float) -> Done:
        """Run verifyproblem on a package."""
        return self._run(peers.verifyproblem_command(package, time_limit), package)

    def _run(self, command: list[object], cwd: Path) -> Done:
        done = spawn(command, cwd, peers.environment(self.folder))
        return Done(done.code, peers.plain(done.out), peers.plain(done.err))


def bt_outcomes(done: Done) -> dict[str, Outcome]:
    """Return what `bt run` decided, by the path of a submission below its folder."""
    return peers.bt_outcomes(done.text)


def verifyproblem_outcomes(done: Done) -> dict[str, Outcome]:
    """Return what `verifyproblem` decided, by the path of a submission below its folder."""
    return peers.verifyproblem_outcomes(done.text)
