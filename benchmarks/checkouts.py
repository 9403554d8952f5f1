"""How much faster is one checkout of the judge than another one?

    python benchmarks/checkouts.py BEFORE AFTER [--only NAME] [--rounds 3] [--work DIR]

The two take turns, so that a machine whose speed drifts slows both alike. Both run with this Python.

    tests       judge run --fresh of 300 and of 2,000 trivial tests, with one worker and with two
    start       judge --help, and judge run of one test that is kept
    watch       the time from a save to the verdict in judge watch, one test
    first runs  judge run with an empty cache, of each type that judge new makes
    matrix      the CPU time of judge run --until all --fresh of the package in the root of BEFORE
    mutants     judge mutate --no-hunt --limit 200 there, with an empty cache

Each line has the median of the rounds, and the median of the ratios within a round. The last two
take many minutes; `--rounds 1` is enough for them.
"""

from __future__ import annotations

import argparse
import os
import pty
import resource
import select
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import as_installed, large
from benchmarks.comparing.cases import ROOT_PARTS
from benchmarks.harness import clocked, cpu_time, write_files

ROOT = Path(__file__).resolve().parent.parent
TYPES = ("pass-fail", "checker", "interactive", "scoring", "graph")
COUNTS = (300, 2000)  # of trivial tests
SAVES = 7
STARTS = 7
WAITING = b"waiting for changes"
PASSED = b"1 of 1"
HANGS_S = 60.0
SUM = {
    "problem.yaml": "problem_format_version: 2023-07-draft\nname: Sum\n"
    "limits:\n  time_limit: 1\n",
    "data/secret/1.in": "1 2\n",
    "data/secret/1.ans": "3\n",
    "submissions/accepted/add.py": "print(sum(map(int, input().split())))\n",
}


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout of the judge, and the folder for its cache."""

    root: Path
    cache: Path

    @property
    def environment(self) -> Mapping[str, str]:
        return as_installed.environment(PYTHONPATH=self.root, XDG_CACHE_HOME=self.cache)

    def command(self, *words: object) -> list[str]:
        return [sys.executable, str(self.root / "judge.py"), *map(str, words)]

    def forget(self) -> None:
        """Remove everything that the judge keeps."""
        shutil.rmtree(self.cache, ignore_errors=True)

    def judge(self, cwd: Path, *words: object) -> None:
        """Run a command of the judge; exit if it did not do its work."""
        done = subprocess.run(
            self.command(*words),
            cwd=cwd,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        # Not 1: a submission that does not meet its expectation is no fault of the judge.
        if done.returncode not in (0, 1):
            sys.exit(
                f"{self.root}: {' '.join(map(str, words))}\n{done.stdout}{done.stderr}"
            )

    def wall_s(self, cwd: Path, *words: object) -> float:
        return clocked(lambda: self.judge(cwd, *words))

    def cpu_s(self, cwd: Path, *words: object) -> float:
        """Return the CPU time of the judge and of everything that it waited for."""
        before = cpu_time([resource.RUSAGE_CHILDREN])
        self.judge(cwd, *words)
        return cpu_time([resource.RUSAGE_CHILDREN]) - before


#: What one round measures of one checkout: seconds, by the name of the line.
Measurement = Callable[[Checkout, Path], dict[str, float]]


def measure_tests(checkout: Checkout, work: Path) -> dict[str, float]:
    found = {}
    for count in COUNTS:
        package = work / f"package-{count}"
        large.make(large.Shape(count, input_bytes=large.LINE_BYTES), package, 1.0)
        shutil.rmtree(package / "submissions" / "wrong_answer")
        checkout.judge(package, "run")  # everything is built
        for workers in (1, 2):
            options = ("--fresh", "--until", "all", "--jobs", workers)
            line = f"{count:,} tests, --jobs {workers}"
            found[line] = checkout.wall_s(package, "run", *options)
    return found


def measure_start(checkout: Checkout, work: Path) -> dict[str, float]:
    package = work / "package"
    write_files(package, SUM)
    checkout.judge(package, "run")
    found = {}
    for line, words in (("judge --help", ["--help"]), ("judge run, one test", ["run"])):
        times = [checkout.wall_s(package, *words) for _ in range(STARTS)]
        found[line] = statistics.median(times)
    return found


def measure_watch(checkout: Checkout, work: Path) -> dict[str, float]:
    package = work / "package"
    write_files(package, SUM)
    submission = package / "submissions" / "accepted" / "add.py"
    source = submission.read_text()
    reactions = []
    with watching(checkout, package) as terminal:
        read_until(terminal, WAITING)
        for number in range(SAVES):
            time.sleep(1.0)  # nothing of the last round goes on
            submission.write_text(f"{source}# {number}\n")
            started = time.perf_counter()
            # The screen may be drawn again before the round.
            while PASSED not in read_until(terminal, WAITING):
                pass
            reactions.append(time.perf_counter() - started)
    return {"reaction of judge watch": statistics.median(reactions)}


@contextmanager
def watching(checkout: Checkout, package: Path) -> Iterator[int]:
    """Start `judge watch` in a terminal of its own; yield our end of it."""
    ours, theirs = pty.openpty()
    environment = {**checkout.environment, "TERM": "xterm", "COLUMNS": "150"}
    process = subprocess.Popen(
        checkout.command("watch"),
        cwd=package,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
    )
    os.close(theirs)
    try:
        yield ours
    finally:
        process.terminate()
        process.wait()
        os.close(ours)


def read_until(terminal: int, wanted: bytes) -> bytes:
    """Return what is written to a terminal up to some words."""
    text = b""
    while wanted not in text:
        if not select.select([terminal], [], [], HANGS_S)[0]:
            sys.exit(f"judge watch did not write {wanted!r}: {text.decode()}")
        text += os.read(terminal, 65536)
    return text


def measure_first_runs(checkout: Checkout, work: Path) -> dict[str, float]:
    found = {}
    for kind in TYPES:
        checkout.forget()
        checkout.judge(work, "new", kind, "--type", kind)
        found[f"first run, {kind}"] = checkout.wall_s(work, "run", kind)
    return found


def measure_matrix(checkout: Checkout, work: Path) -> dict[str, float]:
    checkout.judge(work / "root", "run", "--tests", "sample/*")  # everything is built
    words = ("run", "--until", "all", "--fresh")
    return {"matrix, CPU time": checkout.cpu_s(work / "root", *words)}


def measure_mutants(checkout: Checkout, work: Path) -> dict[str, float]:
    checkout.forget()
    words = ("mutate", "--no-hunt", "--limit", 200)
    return {"200 mutants": checkout.wall_s(work / "root", *words)}


MEASUREMENTS: Mapping[str, Measurement] = {
    "tests": measure_tests,
    "start": measure_start,
    "watch": measure_watch,
    "first runs": measure_first_runs,
    "matrix": measure_matrix,
    "mutants": measure_mutants,
}
ON_ROOT = ("matrix", "mutants")


def measured(
    name: str, before: Path, checkouts: Sequence[Checkout], work: Path
) -> list[dict[str, float]]:
    """Measure each checkout once, in a folder that is empty but for the package."""
    found = []
    for checkout in checkouts:
        folder = work / "files"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        if name in ON_ROOT:
            for part in ROOT_PARTS:
                shutil.copytree(before / part, folder / "root" / part)
        found.append(MEASUREMENTS[name](checkout, folder))
    return found


def print_rows(rounds: Sequence[list[dict[str, float]]]) -> None:
    """Print a row for each line that was measured: medians, and the ratio within a round."""
    for line in rounds[0][0]:
        before = [one[0][line] for one in rounds]
        after = [one[1][line] for one in rounds]
        ratios = [b / a for a, b in zip(before, after, strict=True)]
        cells = [
            line,
            f"{statistics.median(before):.2f}",
            f"{statistics.median(after):.2f}",
        ]
        cells.append(f"{statistics.median(ratios):.2f}")
        print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--only", choices=MEASUREMENTS)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", type=Path, default=ROOT / ".benchmarks")
    options = parser.parse_args()
    work = options.work.absolute() / "checkouts"
    shutil.rmtree(work, ignore_errors=True)
    checkouts = []
    for name, root in (("before", options.before), ("after", options.after)):
        if not (root / "judge.py").exists():
            parser.error(f"{root}: no judge.py in it, expected a checkout of the judge")
        as_installed.compile_modules(root)
        checkouts.append(Checkout(root.absolute(), work / f"cache-{name}"))
    print("| | before, s | after, s | ratio |\n|---|---|---|---|", flush=True)
    for name in [options.only] if options.only else MEASUREMENTS:
        rounds = []
        for _ in range(options.rounds):
            rounds.append(measured(name, options.before, checkouts, work))
        print_rows(rounds)
    shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
