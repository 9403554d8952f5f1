"""How BAPCtools and problemtools are run, and how the verdicts that they print are read.

`make peers` installs both into .venv/peers. Neither has a report for programs. Each prints
one line for each submission, which is read here. The tests of exports use this module too.
"""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = ROOT / ".venv" / "peers" / "bin"
REQUIREMENTS = ROOT / "tests" / "peers.txt"
# Rendering the statement needs TeX. Its name and language are checked with the config.
_PARTS_WITHOUT_TEX = ("config", "data", "graders", "submissions", "validators")
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# `accepted/sum.cpp:   AC 0.025s @ secret/04-largest`
_BT_LINE = re.compile(r"^([\w-]+/[^\s:]+): +([A-Z]{2,4}) +[\d.]+s @")
# `   accepted/sum.py (Python 3 (w/PyPy3)) OK: AC (100) [CPU: 0.02s @ testcase secret/1]`
_VERIFYPROBLEM_LINE = re.compile(
    r"^ *(?:ERROR |WARNING )?([\w-]+/[^\s:]+) \(.*?\) "
    r"(?:OK: |OK with extra time: |got |was fully accepted: )([A-Z]{2,4})(?: \(([\d.]+)\))?"
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool decided about one submission; `score` is None if it names none."""

    verdict: str
    score: float | None = None


def installed() -> bool:
    """Return whether `make peers` has installed both tools."""
    return (BIN / "bt").exists() and (BIN / "verifyproblem").exists()


def requirements() -> dict[str, str]:
    """Return the version of each tool that `make peers` installs."""
    lines = REQUIREMENTS.read_text().splitlines()
    pairs = (line.partition("#")[0].strip().split("==") for line in lines)
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def bt_command(*args: object) -> list[object]:
    """Return a command of BAPCtools, to be run in a package, without bars of progress."""
    return [BIN / "bt", *args, "--no-bar"]


def verifyproblem_command(package: Path, time_limit: float | None) -> list[object]:
    """Return the command that runs verifyproblem on a package. Legacy packages state no
    limit: without one that is given, verifyproblem infers its own."""
    command: list[object] = [BIN / "verifyproblem", package]
    if time_limit is not None:
        command += ["--fixed_timelim", time_limit]
    return [*command, "--parts", *_PARTS_WITHOUT_TEX]


def environment(folder: Path) -> dict[str, str]:
    """Return what the tools need besides the environment of the caller: a home and a
    temporary folder of their own in `folder`.

    BAPCtools keeps what it built in the temporary folder, and compares packages there.
    """
    tools = folder / "tools"
    home = folder / "home"
    temporary = folder / "tmp"
    for each in (tools, home, temporary):
        each.mkdir(parents=True, exist_ok=True)
    # Both run Python submissions with PyPy, which few machines have.
    pypy = tools / "pypy3"
    if not pypy.exists():
        pypy.symlink_to(Path(sys.executable).resolve())
    return {
        "PATH": f"{tools}:{BIN}:{os.environ['PATH']}",
        "HOME": str(home),
        "TMPDIR": str(temporary),
    }


def plain(text: str) -> str:
    """Return what a tool printed without colours: a line may be overwritten by the next."""
    return _COLOUR.sub("\n", text)


def bt_outcomes(text: str) -> dict[str, Outcome]:
    """Return what `bt run` decided, by the path of a submission below its folder."""
    found = {}
    for line in text.splitlines():
        match = _BT_LINE.match(line)
        if match:
            found[match[1]] = Outcome(match[2])
    return found


def verifyproblem_outcomes(text: str) -> dict[str, Outcome]:
    """Return what `verifyproblem` decided, by the path of a submission below its folder."""
    found = {}
    for line in text.splitlines():
        match = _VERIFYPROBLEM_LINE.match(line)
        if match:
            score = float(match[3]) if match[3] else None
            found[match[1]] = Outcome(match[2], score)
    return found
