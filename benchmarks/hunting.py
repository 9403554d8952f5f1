"""How many inputs a second `judge hack` tries, on one core, beside the target.

    python benchmarks/hunting.py [--tries 3000]

The root package's accepted C submission is hunted on rows of at most 8 coins: each input is drawn
by the strategy host, run by the submission and by the reference, and one in fifty validated.
Prints; says met or NOT MET; asserts nothing.
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
    """Hunts twice: with draws to be made, and with draws known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=3000, metavar="K")
    tries = parser.parse_args().tries
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "package")
        for part in PARTS:
            shutil.copytree(ROOT / part, root / part)
        (root / "generators" / "strategies.py").write_text(STRATEGY)
        # No command draws from a seed, so that every input is the strategy's.
        recipes = root / "generators" / "generators.yaml"
        recipes.write_text(recipes.read_text().split("  secret:")[0])
        shutil.rmtree(root / "problem" / "data" / "secret")
        (root / "problem" / "data" / "manifest.json").unlink()
        problem = judging.load(root)
        chosen = [s for s in problem.submissions if s.path == SUBMISSION]
        store = Store()
        # What the first hunt on a package waits for once: programs compiled, who is fast.
        _hunt(problem, chosen, store, "one input", 1, 0)
        seed = int(time.time())  # whose draws nobody kept
        for words in ("draws to be made", "draws kept"):
            rate = _hunt(problem, chosen, store, words, tries, seed)
            print(f"{words:20} target {TARGET} a second: {'met' if rate >= TARGET else 'NOT MET'}")
        store.close()


def _hunt(
    problem: Problem, chosen: Sequence[Submission], store: Store, words: str, tries: int, seed: int
) -> float:
    """One hunt on one core, told: its start, then inputs a second of wall time, and CPU time."""
    before, started = os.times(), time.monotonic()
    executor = open_executor(ExecutorSpec(1, choose("auto", store), store))
    report = judging.hack(problem, chosen, executor=executor, seed=seed, time_s=None, tries=tries)
    executor.close()
    (hunt,) = report.hunts
    start_s = time.monotonic() - started - hunt.seconds
    after = os.times()
    cpu_s = sum(after[:4]) - sum(before[:4])
    print(
        f"{words:20} {hunt.tried:5} inputs, {hunt.per_second:5.0f} a second after {start_s:.1f} s;"
        f" {cpu_s:.1f} s of CPU time, {1000 * cpu_s / hunt.tried:.1f} ms each"
    )
    return hunt.per_second


if __name__ == "__main__":
    main()
