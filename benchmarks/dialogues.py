"""What does `judge hack` find in interactive and multi-pass problems? Ten planted faults.

    python benchmarks/dialogues.py [--only WORD] [--seconds 20]

Three problems: an adaptive interactor, one that draws a random number in each run, and one
of two passes. Each wrong submission is hunted for so many seconds. Prints; asserts nothing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import judging
from benchmarks.dialogue_faults import PROBLEMS, PlantedProblem
from benchmarks.harness import opened_session
from judging.features.hack.hunt import Effort, HuntReport, hunt_submissions
from judging.features.hack.hunt.finds import Hunt

HEADINGS = "problem      fault                      found  again  tokens  bytes  tried  per s      s"
_SHOWN = 40  # characters of an input


def main() -> None:
    """Hunt every fault, and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", metavar="WORD", help="faults with WORD")
    parser.add_argument("--seconds", type=float, default=20.0, help="of each hunt")
    asked = parser.parse_args()
    print(HEADINGS)
    found = 0
    hunted = 0
    for problem in PROBLEMS:
        for hunt in hunts(problem, asked.only, asked.seconds):
            hunted += 1
            found += hunt.find is not None
            print(line(problem, hunt), flush=True)
    print(f"{found} of {hunted} found in {asked.seconds:g} s each")


def hunts(problem: PlantedProblem, only: str, seconds: float) -> Iterator[Hunt]:
    """Hunt the faults of one problem whose name has a word."""
    wanted = {problem.path_of(fault) for fault in problem.faults if only in fault.name}
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        problem.write(root)
        loaded = judging.load(root)
        assert not loaded.broken, [str(d) for d in loaded.diagnostics]
        with opened_session(loaded.limits, jobs=2) as session:
            for submission in loaded.submissions:
                if submission.path not in wanted:
                    continue
                effort = Effort(time_s=seconds)
                report = hunt_submissions(loaded, [submission], session, effort)
                yield from checked(report)


def checked(report: HuntReport) -> tuple[Hunt, ...]:
    """Return the hunts of a report that has no error."""
    faults = [*map(str, report.diagnostics), *report.machine_errors]
    assert not faults, faults
    return report.hunts


def line(problem: PlantedProblem, hunt: Hunt) -> str:
    """Return the row of one hunt."""
    name = Path(hunt.path).stem
    effort = f"{hunt.tried:6} {hunt.per_second:6.0f} {hunt.seconds:6.1f}"
    find = hunt.find
    if find is None:
        missed = "unstable" if hunt.unstable is not None else "-"
        return f"{problem.name:12} {name:26} {missed:28}  {effort}"
    again = "" if find.again is None else f"{find.again} of 3"
    shown = find.input.decode().replace("\n", " / ").removesuffix(" / ")
    if len(shown) > _SHOWN:
        shown = f"{shown[: _SHOWN - 4]} ..."
    size = f"{len(find.input.split()):6}  {len(find.input):5}"
    return f"{problem.name:12} {name:26} {find.verdict:5} {again:>6}  {size}  {effort}  {shown}"


if __name__ == "__main__":
    main()
