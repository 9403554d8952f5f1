"""How small does `judge hack` make a counterexample? Thirty planted faults, least
inputs known.

    python benchmarks/shrinking.py [--only WORD] [--seconds 20]

Each fault is a package of its own: one large failing test, a validator, a right program
and a wrong one. A find is least when no failing input has fewer tokens, or as many
tokens and fewer bytes. The target is 27 of 30 within 20 s of the submission's CPU time.
Prints; asserts nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import judging
from benchmarks.harness import opened_session, write_files
from benchmarks.shrinking_faults import Fault, faults, program
from judging.features.hack.hunt import Effort, hunt_submissions
from judging.features.hack.hunt.shrinking.text import parse

TARGET = 27
CONFIG = "problem_format_version: 2025-09\nname: Planted\nlimits:\n  time_limit: 1\n"
WRONG = "solutions/wrong_answer/planted.cpp"


@dataclass(frozen=True, slots=True)
class Result:
    """The tokens and bytes of one find, and what took how long."""

    size: tuple[int, int] | None
    shown: str
    seconds: float


def main() -> None:
    """Hunt every fault and print one line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", default="", metavar="WORD", help="faults whose name has WORD"
    )
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="CPU time for shrinking"
    )
    asked = parser.parse_args()
    chosen = [fault for fault in faults() if asked.only in fault.name]
    least = 0
    for fault in chosen:
        wanted = size_of(fault.least.encode())
        found = hunt(fault, asked.seconds)
        met = found.size is not None and found.size <= wanted
        least += met
        print(
            f"{'least' if met else 'LARGE':6}{fault.name:46} {found.size!s:>14} of {wanted!s:10}"
            f"{found.seconds:6.1f} s  {found.shown}",
            flush=True,
        )
    words = (
        ""
        if asked.only
        else f"; target {TARGET}: {'met' if least >= TARGET else 'NOT MET'}"
    )
    print(f"{least} of {len(chosen)} are least{words}")


def size_of(content: bytes) -> tuple[int, int]:
    """Return the number of tokens and their bytes: what is made smaller, in this
    order."""
    tokens = [token for line in parse(content) for token in line]
    return len(tokens), sum(map(len, tokens))


def hunt(fault: Fault, seconds: float) -> Result:
    """Hunt one fault in a package of its own."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        _write_package(root, fault)
        problem = judging.load(root)
        assert not problem.broken, [str(d) for d in problem.diagnostics]
        with opened_session(problem.limits, jobs=2) as session:
            wrong = [s for s in problem.submissions if s.path == WRONG]
            effort = Effort(time_s=None, tries=100, shrink_s=seconds, steer=False)
            started = time.monotonic()
            report = hunt_submissions(problem, wrong, session, effort)
        took = time.monotonic() - started
    find = report.hunts[0].find if report.hunts else None
    if find is None:
        why = "; ".join([*map(str, report.diagnostics), *report.machine_errors])
        return Result(None, why or "no find", took)
    shown = find.input.decode().replace("\n", " / ").rstrip(" /")
    return Result(
        size_of(find.input), shown if len(shown) < 60 else f"{shown[:57]}...", took
    )


def _write_package(root: Path, fault: Fault) -> None:
    large = fault.large(random.Random(fault.name))
    files = {
        "problem/problem.yaml": CONFIG,
        "problem/statement.en.md": "Print 0.\n",
        "problem/data/secret/1.in": large,
        "problem/data/secret/1.ans": "0\n",
        "validators/validate.cpp": program(fault, "(void)argc; return 42;"),
        "solutions/accepted/zero.cpp": program(
            fault, '(void)argc; puts("0"); return 0;'
        ),
        WRONG: program(fault, '(void)argc; puts(holds() ? "1" : "0"); return 0;'),
    }
    write_files(root, files)


if __name__ == "__main__":
    main()
