"""How long do 20 C++ programs that include bits/stdc++.h take to build, each for the first time?

    python benchmarks/building.py [--programs 20] [--rounds 3]

The ways take turns in one process, and each runs one compiler per core. Prints the wall time, and
its ratio to that of the sandbox without a compiled header; asserts nothing.

Nodes with more cores are simulated: each worker takes the next program, one of them makes the header
first, and programs that begin before it is there are built without it. The costs are the measured
ratio of a build with the header, and a header that takes as long as it saves in four builds.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import CORES, clocked, median_ratio, opened_session
from judging import programs
from judging.core.limits import ProblemLimits
from judging.core.problem import Source
from judging.programs import Plan
from judging.programs.executable import fill
from judging.session import Session
from judging.store import Store

LIMITS = ProblemLimits(time_s=1.0)
FEWEST_PER_WORKER = 4  # a session makes the header for so many (session/headers.py)
SIMULATED_WORKERS = (1, 2, 4, 8, 16)
SIMULATED_PER_WORKER = (2, 4, 8, 16)
TARGETS = {"header made in the run": 0.6, "header kept": 0.35}
CODE = """#include <bits/stdc++.h>
using namespace std;
int main() {{
    int n; cin >> n; vector<long long> a(n); for (auto &x : a) cin >> x;
    sort(a.begin(), a.end());
    map<long long, int> count; for (auto x : a) count[x]++;
    set<pair<int, long long>> order; for (auto [x, k] : count) order.insert({{k, x + {number}}});
    for (auto [k, x] : order) cout << x << ' ' << k << '\\n';
}}
"""
_numbers = itertools.count()  # no program is built twice


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if shutil.which("g++") is None:
        sys.exit("no g++ on PATH")
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        ways: dict[str, Callable[[], float]] = {
            "g++ outside the sandbox": lambda: bare(root, asked.programs),
            "sandbox, no compiled header": lambda: built(
                root / "none", asked.programs, plainly
            ),
            "header made in the run": lambda: built(
                root / "made", asked.programs, as_judged
            ),
            "header kept": lambda: built(root / "kept", asked.programs, as_judged),
        }
        built(root / "kept", FEWEST_PER_WORKER * CORES, as_judged)
        times: dict[str, list[float]] = {way: [] for way in ways}
        for _, way in itertools.product(range(asked.rounds), ways):
            times[way].append(ways[way]())
            shutil.rmtree(root / "made", ignore_errors=True)
    report(times)


def sources(count: int) -> list[Source]:
    numbers = itertools.islice(_numbers, count)
    return [
        Source(f"{n}.cpp", ((f"{n}.cpp", CODE.format(number=n).encode()),))
        for n in numbers
    ]


def built(
    cache: Path, count: int, how: Callable[[Session, Sequence[Source]], None]
) -> float:
    """Return the seconds to build programs in a session on this cache."""
    with opened_session(LIMITS, cache=cache) as session:
        chosen = sources(count)
        return clocked(lambda: how(session, chosen))


def as_judged(session: Session, chosen: Sequence[Source]) -> None:
    session.builder.build(chosen)


def plainly(session: Session, chosen: Sequence[Source]) -> None:
    plans = [programs.plan(source, session.store) for source in chosen]
    for future in [
        session.executor.start(programs.build, plan, LIMITS) for plan in plans
    ]:
        future.result()


def bare(root: Path, count: int) -> float:
    """Return the seconds that the compiler takes alone, with the same command lines."""
    with closing(Store(root / "plans")) as store:
        plans = [programs.plan(source, store) for source in sources(count)]
        started = time.monotonic()
        with ThreadPoolExecutor(CORES) as pool:
            list(pool.map(lambda plan: compile_outside(plan, store), plans))
        return time.monotonic() - started


def compile_outside(plan: object, store: Store) -> None:
    assert isinstance(plan, Plan), plan
    with tempfile.TemporaryDirectory() as folder:
        for name, digest in plan.files:
            shutil.copyfile(store.blob(digest), Path(folder, name))
        command = [fill(word, {"binary": f"{folder}/program"}) for word in plan.compile]
        subprocess.run(command, cwd=folder, check=True)


def report(times: dict[str, list[float]]) -> None:
    base = times["sandbox, no compiled header"]
    for way, seconds in times.items():
        ratio = median_ratio(seconds, base)
        target = TARGETS.get(way)
        met = (
            ""
            if target is None
            else f"  {'met' if ratio <= target else 'NOT MET'}: {target}"
        )
        print(f"{way:30}{statistics.median(seconds):8.1f} s{ratio:8.2f}{met}")
    kept = times["header kept"]
    simulate(median_ratio(kept, base))


def simulate(with_header: float) -> None:
    """Print what making the header gains on nodes of several sizes: ratios of wall times.

    with_header: the time of a build with the header, in builds without it.
    """
    header = FEWEST_PER_WORKER * (1 - with_header)
    print("simulated: wall time with a header made in the run, in that without it")
    print("builds per worker" + "".join(f"{n:8}" for n in SIMULATED_PER_WORKER))
    for workers in SIMULATED_WORKERS:
        ratios = []
        for per_worker in SIMULATED_PER_WORKER:
            count = per_worker * workers
            seconds = schedule(workers, count, header, with_header)
            ratios.append(f"{seconds / per_worker:8.2f}")
        print(f"{workers:3} workers".ljust(17) + "".join(ratios))


def schedule(workers: int, count: int, header: float, with_header: float) -> float:
    """Return when the last of `count` builds and the header are done. A build without the
    header takes 1."""
    free = [0.0] * (workers - 1) + [header]
    ends = [header]
    for _ in range(count):
        start = min(free)
        free.remove(start)
        end = start + (with_header if start >= header else 1.0)
        free.append(end)
        ends.append(end)
    return max(ends)


if __name__ == "__main__":
    main()
