"""Run BAPCtools and problemtools, and read the verdicts that they print.

Neither has a report for programs. Each prints one line for each submission, which is read here.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.command import ROOT, Done, spawn

_BIN = ROOT / ".venv" / "peers" / "bin"
REQUIREMENTS = ROOT / "tests" / "peers.txt"
needs_peers = pytest.mark.skipif(
    not (_BIN / "bt").exists() or not (_BIN / "verifyproblem").exists(),
    reason="BAPCtools and problemtools are not installed: run `make peers`",
)
# Rendering the statement needs TeX. Its name and language are checked with the config.
_PARTS_WITHOUT_TEX = ("config", "data", "graders", "submissions", "validators")
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# `accepted/sum.cpp:   AC 0.025s @ secret/04-largest`
_BT_LINE = re.compile(r"^([a-z_]+/[\w.-]+): +([A-Z]{2,4}) +[\d.]+s @")
# `   accepted/sum.py (Python 3 (w/PyPy3)) OK: AC (100) [CPU: 0.02s @ testcase secret/1]`
_VERIFYPROBLEM_LINE = re.compile(
    r"^ *(?:ERROR |WARNING )?([a-z_]+/[\w.-]+) \(.*?\) "
    r"(?:OK: |OK with extra time: |got |was fully accepted: )([A-Z]{2,4})(?: \(([\d.]+)\))?"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool decided about one submission; `score` is None if it names none."""

    verdict: str
    score: float | None = None


@dataclass(frozen=True, slots=True)
class Peers:
    """The tools, with a home and a temporary folder of their own in `folder`.

    BAPCtools keeps what it built in the temporary folder, and compares packages there.
    """

    folder: Path

    def bt(self, package: Path, *args: object) -> Done:
        """Run a command of BAPCtools in a package, without bars of progress."""
        return self._run([_BIN / "bt", *args, "--no-bar"], package)

    def verifyproblem(self, package: Path, time_limit: float) -> Done:
        """Run verifyproblem on a package. Legacy packages state no limit, so it is given."""
        return self._run(
            [
                *(_BIN / "verifyproblem", package, "--fixed_timelim", time_limit),
                *("--parts", *_PARTS_WITHOUT_TEX),
            ],
            package,
        )

    def _run(self, command: list[object], cwd: Path) -> Done:
        done = spawn(command, cwd, self._environment())
        return Done(done.code, _COLOUR.sub("\n", done.out), _COLOUR.sub("\n", done.err))

    def _environment(self) -> dict[str, str]:
        tools = self.folder / "tools"
        home = self.folder / "home"
        temporary = self.folder / "tmp"
        for folder in (tools, home, temporary):
            folder.mkdir(parents=True, exist_ok=True)
        # Both run Python submissions with PyPy, which few machines have.
        pypy = tools / "pypy3"
        if not pypy.exists():
            pypy.symlink_to(Path(sys.executable).resolve())
        return {
            "PATH": f"{tools}:{_BIN}:{os.environ['PATH']}",
            "HOME": str(home),
            "TMPDIR": str(temporary),
        }


def bt_outcomes(done: Done) -> dict[str, Outcome]:
    """Return what `bt run` decided, by the path of a submission below its folder."""
    found = {}
    for line in done.text.splitlines():
        match = _BT_LINE.match(line)
        if match:
            found[match[1]] = Outcome(match[2])
    return found


def verifyproblem_outcomes(done: Done) -> dict[str, Outcome]:
    """Return what `verifyproblem` decided, by the path of a submission below its folder."""
    found = {}
    for line in done.text.splitlines():
        match = _VERIFYPROBLEM_LINE.match(line)
        if match:
            score = float(match[3]) if match[3] else None
            found[match[1]] = Outcome(match[2], score)
    return found


def requirements() -> dict[str, str]:
    """Return the version of each tool that `make peers` installs."""
    lines = REQUIREMENTS.read_text().splitlines()
    pairs = (line.partition("#")[0].strip().split("==") for line in lines)
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
