"""Measures how many inputs per second `judge hack` tries on one core.

    python benchmarks/hunting.py [--tries 3000]

It hunts the root package's accepted C submission on rows of at most 8 coins. The
strategy host draws each input, the submission and the reference run on it, and one in
fifty is validated. It prints the rates and whether they meet the target; it asserts
nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import judging
from judging.core.problem import Problem, Submission
from judging.sandbox import choose
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store

ROOT = Path(__file__).resolve().parent.parent
TARGET = 150
SUBMISSION = "solutions/accepted/advantage_row.c"
PARTS = ("problem", "generators", "validators", "solutions", "checker")
STRATEGY = """\
from hypothesis import strategies as st
rows = st.lists(st.integers(1, 1000), min_size=1, max_size=8)
inputs = rows.map(lambda row: f"{len(row)}\\n{' '.join(map(str, row))}\\n")
"""


def main() -> None:
    """Hunt twice: with new draws, and with the draws that the store has kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=3000, metavar="K")
    tries = parser.parse_args().tries
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "package")
        for part in PARTS:
            shutil.copytree(ROOT / part, root / part)
        (root / "generators" / "strategies.py").write_text(STRATEGY)
        # No command uses a seed, so that every input comes from the strategy.
        recipes = root / "generators" / "generators.yaml"
        recipes.write_text(recipes.read_text().split("  secret:")[0])
        shutil.rmtree(root / "problem" / "data" / "secret")
        (root / "problem" / "data" / "manifest.json").unlink()
        problem = judging.load(root)
        chosen = [s for s in problem.submissions if s.path == SUBMISSION]
        store = Store()
        # The first hunt on a package compiles its programs and measures which is the
        # fastest.
        _hunt(problem, chosen, store, "one input", 1, 0)
        seed = int(time.time())  # the store has no draws for it
        for title in ("new draws", "kept draws"):
            rate = _hunt(problem, chosen, store, title, tries, seed)
            met = "met" if rate >= TARGET else "NOT MET"
            print(f"{title:12} target of {TARGET} per second: {met}")
        store.close()


def _hunt(
    problem: Problem,
    chosen: Sequence[Submission],
    store: Store,
    title: str,
    tries: int,
    seed: int,
) -> float:
    """Hunt on one core. Print the inputs per second of wall time, how long the start
    took, and the CPU time; return the inputs per second."""
    before, started = os.times(), time.monotonic()
    executor = open_executor(ExecutorSpec(1, choose("auto", store), store))
    report = judging.hack(
        problem, chosen, executor=executor, seed=seed, time_s=None, tries=tries
    )
    executor.close()
    (hunt,) = report.hunts
    start_s = time.monotonic() - started - hunt.seconds
    after = os.times()
    cpu_s = sum(after[:4]) - sum(before[:4])
    print(
        f"{title:12} {hunt.tried:5} inputs, {hunt.per_second:5.0f} per second after a start of "
        f"{start_s:.1f} s; {cpu_s:.1f} s of CPU time, {1000 * cpu_s / hunt.tried:.2f} ms each"
    )
    return hunt.per_second


if __name__ == "__main__":
    main()
