"""What does a cluster cost, compared with threads on the same machine?

    python benchmarks/cluster.py [--problem DIR] [--rounds 3] [--calls 2000]

`judge run --until all --fresh` with `--jobs N` and with `--executor dask:local=N` take turns on one
package, N being the number of cores. Then many calls that do nothing go the way of a chunk of runs:
the time of each, its bytes, and the memory of the client. Prints tables; asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import Future
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any

import psutil

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from judging.core.limits import Limits, ProblemLimits
from judging.core.runs import Ending, Execution, TestcaseResult
from judging.core.verdicts import Verdict
from judging.jobs import Job
from judging.jobs.checkers import Checker
from judging.programs import Executable
from judging.sandbox import choose
from judging.sandbox.worker import Worker
from judging.session import WorkExecutor
from judging.session.executors import ExecutorSpec, open_executor
from judging.store import Store, digest_of

ROOT = Path(__file__).resolve().parent.parent
CORES = len(os.sched_getaffinity(0))
CHUNK = 30
AHEAD = 4 * CORES
TARGET_RATIO, TARGET_MS = 1.15, 0.5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--problem", type=Path, default=ROOT)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--calls", type=int, default=2000)
    asked = parser.parse_args()
    if asked.rounds:
        compare(asked.problem, asked.rounds)
    measure_calls(asked.calls)


def compare(problem: Path, rounds: int) -> None:
    """Print the wall times of whole commands, and their difference for each test."""
    ways = {
        "--jobs": ["--jobs", str(CORES)],
        "cluster": ["--executor", f"dask:local={CORES}"],
    }
    times: dict[str, list[float]] = {name: [] for name in ways}
    tests = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        for number in range(rounds + 1):  # the first round fills the cache
            for name, words in ways.items():
                command = [str(Path(sys.executable).with_name("judge")), "run"]
                command += ["--problem", str(problem)]
                start = time.perf_counter()
                subprocess.run(
                    [*command, "--until", "all", "--fresh", "--json", str(file), *words],
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    check=False,
                )
                if number:
                    times[name].append(time.perf_counter() - start)
                report = json.loads(file.read_text())
                tests = sum(s["tests_run"] for s in report["submissions"])
    threads, cluster = (statistics.median(times[name]) for name in ways)
    print(f"{problem.name}, {tests} runs, {CORES} cores, median of {rounds}")
    print(f"  --jobs {CORES}            {threads:7.2f} s   {times['--jobs']}")
    print(f"  dask:local={CORES}        {cluster:7.2f} s   {times['cluster']}")
    print(f"  ratio               {cluster / threads:7.2f}     target {TARGET_RATIO}")
    extra_ms = 1000 * CORES * (cluster - threads) / tests
    print(f"  overhead of a test  {extra_ms:7.2f} ms  target {TARGET_MS}")


def results_of(jobs: tuple[Job, ...], worker: Worker) -> list[TestcaseResult]:
    """Return a result for each job, without a run."""
    execution = Execution(Ending.EXITED, 0.01, 0.01, 2**20, 0)
    return [
        TestcaseResult(job.testcase, Verdict.AC, execution, node=worker.node)
        for job in jobs
    ]


def measure_calls(calls: int) -> None:
    """Print the cost of a call with a chunk of jobs, and how the client's memory grows."""
    store = Store()
    program = Executable(
        "solutions/accepted/add.py", "python3", digest_of(b""), ("python3",)
    )
    file = store.add_bytes(b"1 2\n")
    limits, checker = Limits(1.0, 1.5, 2**28, 2**23), Checker((), ProblemLimits(1.0))
    jobs = tuple(
        Job(program.name, f"secret/{n:03}", program, file, file, limits, checker)
        for n in range(CHUNK)
    )
    size = len(pickle.dumps(((), [file], results_of, (jobs,))))
    spec = ExecutorSpec(CORES, choose("auto", store), store)
    with closing(open_executor(spec, f"dask:local={CORES}")) as executor:
        call(executor, 200, file, jobs)
        print(f"calls with {CHUNK} jobs, {size / CHUNK:.0f} bytes a job")
        for part in range(4):
            start = time.perf_counter()
            call(executor, calls // 4, file, jobs)
            each_ms = 1000 * (time.perf_counter() - start) / (calls // 4)
            memory = psutil.Process().memory_info().rss / 2**20
            done = (part + 1) * (calls // 4) * CHUNK
            print(
                f"  {done:>9,} results   {each_ms:5.2f} ms a call, {each_ms / CHUNK:.3f} ms a "
                f"result   client {memory:.0f} MiB"
            )
    store.close()


def call(executor: WorkExecutor, count: int, file: str, jobs: tuple[Job, ...]) -> None:
    """Keep some calls under way until `count` have returned."""
    calls = (executor.spread((), (file,), results_of, jobs) for _ in range(count))
    running: list[Future[Any]] = list(islice(calls, AHEAD))
    while running:
        assert len(running.pop(0).result()) == len(jobs)
        running += islice(calls, 1)


if __name__ == "__main__":
    main()
