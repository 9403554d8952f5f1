"""Compares `judge run` with BAPCtools and problemtools on the same submissions and tests.

    python benchmarks/peers.py [--rounds 3] [--work DIR]

Installs both peers from PyPI, each in its own environment in the work folder. In every round each
tool runs in turn on a fresh copy of the package with an empty cache, so that a machine whose speed
drifts slows all of them alike. Then it runs once more on the same copy with whatever it keeps, as
after a change. The output shows the median wall times, the ratio of our time to each peer's in the
same round, and every submission whose verdict differs.

Only what the tools have in common is compared. Our judge reads the package as it is, the peers read
its export. problemtools does not know the 2025-09 format or its folders `rejected` and
`brute_force`, needs a newer Java, and gives node too little address space. So it gets only the C,
C++ and Rust submissions of the other folders, under the format version that it reads, and the
Python ones if PyPy is installed, which it needs.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import as_installed

ROOT = Path(__file__).resolve().parent.parent
NATIVE = (".c", ".cpp", ".rs") + ((".py",) if shutil.which("pypy3") else ())
COMMON_FOLDERS = ("accepted", "wrong_answer", "time_limit_exceeded", "run_time_error")
FOLDED = {"MLE": "RTE", "OLE": "RTE"}


@dataclass
class Contender:
    """One tool: how to start it on a fresh package, its times, and its verdicts."""

    name: str
    version: str
    start: Callable[[Path, dict[str, str]], str]
    walls: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    verdicts: dict[str, str] = field(default_factory=dict)


def environment(work: Path, package: str) -> Path:
    """Return the bin folder of an environment that has `package` from PyPI."""
    folder = work / "environments" / package
    if not (folder / "installed").exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        pip = [str(folder / "bin" / "pip"), "install", "-q", package]
        subprocess.run(pip, check=True, stderr=subprocess.DEVNULL)
        (folder / "installed").touch()
    return folder / "bin"


def version(bin_folder: Path, package: str) -> str:
    """Return the installed version of a peer."""
    code = f"import importlib.metadata as m; print(m.version('{package}'))"
    return subprocess.check_output(
        [str(bin_folder / "python"), "-c", code], text=True
    ).strip()


def subset(
    source: Path, target: Path, folders: Sequence[str], endings: Sequence[str]
) -> None:
    """Copy the native package, but only submissions in `folders` whose files have one of `endings`
    (empty: any)."""
    shutil.rmtree(target, ignore_errors=True)
    for part in ("problem", "generators", "validators", "checker", "solutions"):
        shutil.copytree(source / part, target / part)
    kept = set()
    for entry in sorted((target / "solutions").glob("*/*")):
        files = [entry] if entry.is_file() else list(entry.iterdir())
        wanted = entry.parent.name in folders
        if wanted and (not endings or any(file.suffix in endings for file in files)):
            kept.add(entry.relative_to(target / "solutions").as_posix())
        elif entry.is_dir():
            shutil.rmtree(entry)
        else:
            entry.unlink()
    rules = target / "solutions" / "submissions.yaml"
    blocks = re.split(r"(?m)^(?=\S+:$)", rules.read_text())
    rules.write_text(
        "".join(b for b in blocks if b.split(":")[0] in kept or b.startswith("#"))
    )
    text = (target / "generators" / "generators.yaml").read_text()
    assert re.search(r"(?m)^solution: .*\.cpp$", text), (
        "the model solution must be in every subset"
    )


def ours(package: Path, env: dict[str, str]) -> str:
    """Run a cold `judge run`; return the verdicts of its JSON report."""
    command = [sys.executable, str(ROOT / "judge.py"), "run", "--problem", str(package)]
    report = package / "report.json"
    done = run(
        [*command, "--allow-missing-language", "--json", str(report)], package, env
    )
    lines = []
    for submission in json.loads(report.read_text())["submissions"]:
        if submission["status"] != "not_judged":
            path = submission["path"].removeprefix("solutions/")
            lines.append(f"{path}: {submission['verdict']}")
    assert lines, done
    return "\n".join(lines)


def bapctools(bin_folder: Path, *options: str) -> Callable[[Path, dict[str, str]], str]:
    """Return a function that runs a cold `bt run` on the export."""
    return lambda package, env: run(
        [str(bin_folder / "bt"), "run", "-B", *options], package, env
    )


def problemtools(
    bin_folder: Path, *options: str
) -> Callable[[Path, dict[str, str]], str]:
    """Return a function that runs `verifyproblem` on the submissions of the export."""
    command = [str(bin_folder / "verifyproblem"), ".", "-p", "submissions", *options]
    return lambda package, env: run(command, package, env)


def run(command: Sequence[str], cwd: Path, env: dict[str, str]) -> str:
    """Return stdout and stderr of a command, whatever its exit code."""
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr


def verdicts(text: str) -> dict[str, str]:
    """Submission -> verdict, from lines such as `folder/name: WA` or `folder/name (C++) OK: WA`."""
    plain = re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\r", "\n", text)
    found: dict[str, str] = {}
    for line in plain.splitlines():
        match = re.search(
            r"([a-z_]+/[\w.]+)(?: \(.*?\))?(?: OK)?(?:: *| got )([A-Z]{2,4})\b", line
        )
        if match and match[2] in ("AC", "WA", "TLE", "RTE", "MLE", "OLE"):
            found[match[1]] = FOLDED.get(match[2], match[2])
    return found


def race(
    title: str, contenders: Sequence[Contender], native: Path, work: Path, rounds: int
) -> None:
    """Run every contender in turn, `rounds` times, and print the table."""
    for number in range(rounds):
        for contender in contenders:
            place = work / "round" / "package"
            shutil.rmtree(place.parent, ignore_errors=True)
            prepare(native, place, contender.name)
            env = as_installed.environment(
                XDG_CACHE_HOME=place.parent / "cache",
                TMPDIR=place.parent / "tmp",
                PATH=path_without_shims(),
            )
            (place.parent / "tmp").mkdir()
            for walls in (contender.walls, contender.again):
                started = time.monotonic()
                text = contender.start(place, env)
                walls.append(time.monotonic() - started)
            contender.verdicts = verdicts(text)
            took = f"{contender.walls[-1]:.1f} s, again {contender.again[-1]:.1f} s"
            print(f"  round {number + 1}: {contender.name} {took}", flush=True)
    report(title, contenders)


def prepare(native: Path, place: Path, name: str) -> None:
    """Make a fresh package in the format that the tool reads."""
    place.parent.mkdir(parents=True)
    if name == "judge":
        shutil.copytree(native, place)
        return
    export = [sys.executable, str(ROOT / "judge.py"), "export", str(place)]
    subprocess.run(
        [*export, "--problem", str(native)], check=True, stdout=subprocess.DEVNULL
    )
    if name.startswith("problemtools"):
        config = place / "problem.yaml"
        config.write_text(config.read_text().replace('"2025-09"', "2023-07-draft"))


def path_without_shims() -> str:
    """Return a PATH with which all tools use the running Python interpreter."""
    return f"{Path(sys.executable).parent}:{os.environ['PATH']}"


def report(title: str, contenders: Sequence[Contender]) -> None:
    """Print medians, ratios in the same round, and the verdicts that differ."""
    mine = contenders[0]
    print(f"\n{title}")
    print(
        f"{'':24}{'median s':>10}{'ours/theirs':>14}{'again s':>10}{'ours/theirs':>14}"
    )
    for other in contenders:
        common = [name for name in mine.verdicts if name in other.verdicts]
        same = sum(mine.verdicts[name] == other.verdicts[name] for name in common)
        row = f"{other.name + ' ' + other.version:24}"
        for own, theirs in ((mine.walls, other.walls), (mine.again, other.again)):
            ratios = [a / b for a, b in zip(own, theirs, strict=True)]
            row += f"{statistics.median(theirs):10.1f}{statistics.median(ratios):14.2f}"
        missing = len(mine.verdicts) - len(common)
        print(f"{row}   {same} of {len(common)} the same, {missing} not judged by it")
        for name in common:
            if mine.verdicts[name] != other.verdicts[name]:
                print(
                    f"    {name}: ours {mine.verdicts[name]}, theirs {other.verdicts[name]}"
                )
    print(flush=True)


def main() -> None:
    """Run both races."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", type=Path, default=ROOT / ".benchmarks")
    options = parser.parse_args()
    as_installed.compile_modules()
    work = options.work.absolute()
    bt, pt = environment(work, "bapctools"), environment(work, "problemtools")
    bt_version, pt_version = version(bt, "bapctools"), version(pt, "problemtools")
    folders = sorted(
        path.name for path in (ROOT / "solutions").iterdir() if path.is_dir()
    )
    print(f"{os.cpu_count()} cores; cold caches; wall time of whole commands")
    subset(ROOT, work / "all", folders, ())
    race(
        "every submission",
        [
            Contender("judge", "", ours),
            Contender("BAPCtools", bt_version, bapctools(bt)),
            Contender("BAPCtools -j 2", bt_version, bapctools(bt, "-j", "2")),
        ],
        work / "all",
        work,
        options.rounds,
    )
    subset(ROOT, work / "native", COMMON_FOLDERS, NATIVE)
    race(
        f"submissions in {' '.join(NATIVE)} in the folders that problemtools knows",
        [
            Contender("judge", "", ours),
            Contender("BAPCtools", bt_version, bapctools(bt)),
            Contender("problemtools", pt_version, problemtools(pt)),
            Contender("problemtools -j 2", pt_version, problemtools(pt, "-j", "2")),
        ],
        work / "native",
        work,
        options.rounds,
    )
    shutil.rmtree(work / "round", ignore_errors=True)


if __name__ == "__main__":
    main()
