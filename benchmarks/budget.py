"""How far `judge run` is from its floor: the CPU time of compilers and programs over the cores.

    python benchmarks/budget.py [--only NAME] [--rounds 3] [--work DIR]

Installs the judge of this repository from a wheel, as users have it. Measures the package of this
repository, and the small packages of examples/. In each round every package is judged with an
empty cache and then again; then verifyproblem checks an export of the same package (`-p data
validators submissions`), if `make peers` has installed it. So all of them meet the same machine,
be it busy or not. Each line has the median of the rounds, and the median of the ratios within a
round. The floor is the one that `--timings` prints of the same command; the wall time is that of
the whole command, from outside. The tables of `--timings` of the last round are printed below.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import judging
from benchmarks import as_installed
from benchmarks.comparing.cases import ROOT_PARTS
from benchmarks.conforming import peers

ROOT = Path(__file__).resolve().parent.parent
# The parts of verifyproblem that do what `judge run` does.
PARTS = ("data", "validators", "submissions")
_TABLE = "where the time went"
_FLOOR = re.compile(r"^floor +([\d.]+) s", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Measured:
    """One command. floor_s: None if it ran no program, or prints no table."""

    wall_s: float
    floor_s: float | None
    table: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """The installed judge, and the environment of its commands."""

    command: Path
    env: Mapping[str, str]


@dataclass(slots=True)
class Rounds:
    """What was measured of one package, an entry for each round. `theirs` stays empty
    without verifyproblem."""

    name: str
    cold: list[Measured] = field(default_factory=list)
    again: list[Measured] = field(default_factory=list)
    theirs: list[Measured] = field(default_factory=list)


def copied(name: str, target: Path) -> None:
    """Copy a package: the one of this repository, which is called `root`, or an example."""
    if name != "root":
        shutil.copytree(ROOT / "examples" / name, target)
        return
    for part in ROOT_PARTS:
        shutil.copytree(ROOT / part, target / part)


def measured(command: Sequence[object], cwd: Path, env: Mapping[str, str]) -> Measured:
    """Run a command, whatever its exit code; return its wall time and its own table."""
    started = time.monotonic()
    done = subprocess.run(
        [*map(str, command)],
        cwd=cwd,
        env=dict(env),
        capture_output=True,
        text=True,
        check=False,
    )
    wall_s = time.monotonic() - started
    found = _FLOOR.search(done.stderr)
    floor_s = None if found is None else float(found[1])
    _, title, rest = done.stderr.partition(_TABLE)
    return Measured(wall_s, floor_s, title + rest)


def installed(work: Path) -> Judge:
    """Install the judge in a folder."""
    site = work / "site"
    command = as_installed.install(site)
    return Judge(command, as_installed.environment(PYTHONPATH=site))


def measure_ours(judge: Judge, package: Path, folder: Path, rounds: Rounds) -> None:
    """Judge a package with an empty cache, then again with what was kept."""
    command = [judge.command, "run", "--timings", "--allow-missing-language"]
    env = {**judge.env, "XDG_CACHE_HOME": str(folder / "cache")}
    for measurements in (rounds.cold, rounds.again):
        measurements.append(measured(command, package, env))
        if _TABLE not in measurements[-1].table:
            raise SystemExit(f"{rounds.name}: `judge run` did not end with its timings")


def measure_theirs(judge: Judge, package: Path, folder: Path, rounds: Rounds) -> None:
    """Check an export of the package with verifyproblem."""
    # It does not read the format 2025-09.
    exported = folder / rounds.name
    env = {**judge.env, "XDG_CACHE_HOME": str(folder / "cache")}
    export = [judge.command, "export", "--format", "kattis-legacy"]
    export += ["--unchecked", exported]
    subprocess.run(
        [*map(str, export)], cwd=package, env=env, check=True, capture_output=True
    )
    command: list[object] = [peers.BIN / "verifyproblem", exported, "-p", *PARTS]
    # The legacy format states no limit, and an inferred one may let slow submissions run on.
    time_s = judging.load(package).limits.time_s
    if time_s is not None:
        command += ["--fixed_timelim", time_s]
    env = {**as_installed.environment(), **peers.environment(folder)}
    rounds.theirs.append(measured(command, folder, env))


def median_ratio(ours: Sequence[Measured], theirs: Sequence[float | None]) -> str:
    """Return the median of our wall times over these times of the same rounds."""
    ratios = []
    for one, other in zip(ours, theirs, strict=True):
        if other:
            ratios.append(one.wall_s / other)
    return f"{statistics.median(ratios):.2f}" if ratios else "-"


def median_wall(of: Sequence[Measured]) -> str:
    return f"{statistics.median(one.wall_s for one in of):.2f}" if of else "-"


def median_floor(of: Sequence[Measured]) -> str:
    floors = [one.floor_s for one in of if one.floor_s is not None]
    return f"{statistics.median(floors):.2f}" if floors else "-"


def report(all_rounds: Sequence[Rounds]) -> None:
    """Print the medians, then the tables of the last round."""
    print(
        "| package | command | wall, s | floor, s | wall/floor | verifyproblem, s | ratio |"
    )
    print("|---|---|---|---|---|---|---|")
    for rounds in all_rounds:
        for title, ours in (("cold", rounds.cold), ("again", rounds.again)):
            to_floor = median_ratio(ours, [one.floor_s for one in ours])
            cells = [rounds.name, title, median_wall(ours), median_floor(ours), to_floor]
            to_theirs = "-"
            if rounds.theirs:
                to_theirs = median_ratio(ours, [one.wall_s for one in rounds.theirs])
            cells += [median_wall(rounds.theirs), to_theirs]
            print(f"| {' | '.join(cells)} |")
    for rounds in all_rounds:
        for title, ours in (("cold", rounds.cold), ("again", rounds.again)):
            print(f"\n{rounds.name}, {title}:\n{ours[-1].table.rstrip()}")


def main() -> None:
    """Measure and print."""
    examples = sorted(path.parent.name for path in ROOT.glob("examples/*/problem.yaml"))
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--only", choices=["root", *examples])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", type=Path, default=ROOT / ".benchmarks")
    options = parser.parse_args()
    names = [options.only] if options.only else ["root", *examples]
    has_peer = (peers.BIN / "verifyproblem").exists()
    if not has_peer:
        print("verifyproblem: skipped, `make peers` installs it")
    print(f"{len(os.sched_getaffinity(0))} cores, {options.rounds} rounds", flush=True)
    all_rounds = [Rounds(name) for name in names]
    work = options.work.absolute() / "budget"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    judge = installed(work)
    folder = work / "round"
    for _ in range(options.rounds):
        for rounds in all_rounds:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            package = folder / "package"
            copied(rounds.name, package)
            measure_ours(judge, package, folder, rounds)
            if has_peer:
                measure_theirs(judge, package, folder, rounds)
    shutil.rmtree(work, ignore_errors=True)
    report(all_rounds)


if __name__ == "__main__":
    main()
