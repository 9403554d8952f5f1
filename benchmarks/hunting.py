"""How many inputs a second `judge hack` tries, on one core, beside the target.

    python benchmarks/hunting.py [--tries 3000]

The root package's accepted C submission is hunted on rows of at most 8 coins: each input is drawn
by the strategy host, run by the submission and by the reference, and one in fifty validated.
Prints; says met or NOT MET; asserts nothing.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import judging
from judging.executors import ExecutorSpec, open_executor
from judging.sandbox import choose
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
    """Hunts twice: with draws to be made, and with draws and answers known."""
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
        executor = open_executor(ExecutorSpec(1, choose("auto", store), store))
        for words in ("first", "again: draws kept"):
            report = judging.hack(
                problem, chosen, executor=executor, seed=1, time_s=None, tries=tries
            )
            for hunt in report.hunts:
                met = "met" if hunt.per_second >= TARGET else "NOT MET"
                rate = f"{hunt.per_second:7.0f} inputs a second, target {TARGET}: {met}"
                print(f"{words:20} {hunt.tried:6} inputs {rate}")
        executor.shutdown()
        store.close()


if __name__ == "__main__":
    main()
