"""How much slower are programs that count their basic blocks, and how many blocks is a second?

    python benchmarks/counting.py [--rounds 3]

Each program runs with three sizes of its input, built plainly and for counting, in turns. Prints
the CPU time of the plain program, the ratio of the other one to it, the blocks, and the blocks per
second of the plain program; the least time of the rounds counts. Asserts nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.harness import opened_session
from judging.core.limits import ProblemLimits
from judging.core.problem import Source
from judging.cost import build_counting, count_blocks
from judging.jobs import execute
from judging.programs import Executable
from judging.sandbox.worker import Worker
from judging.session import Session

LIMITS = ProblemLimits(time_s=20.0)
HEAD = """#include <bits/stdc++.h>
using namespace std;
static unsigned state = 1;
static unsigned draw() { return (state = state * 1103515245 + 12345) >> 8; }
"""
SORT = """
int main() {
    int n; cin >> n; vector<unsigned> a(n);
    for (auto &x : a) x = draw();
    for (int i = 0; i < 10; i++) { auto b = a; sort(b.begin(), b.end()); state += b[n / 2]; }
    cout << state;
}
"""
MAP = """
int main() {
    int n; cin >> n; map<unsigned, int> m;
    for (int i = 0; i < n; i++) m[draw()]++;
    cout << m.size();
}
"""
FLOYD = """
int main() {
    int n; cin >> n; vector<vector<int>> d(n, vector<int>(n));
    for (auto &row : d) for (auto &x : row) x = draw() >> 4;
    for (int k = 0; k < n; k++) for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)
        d[i][j] = min(d[i][j], d[i][k] + d[k][j]);
    cout << d[0][n - 1];
}
"""
SIEVE = """
int main() {
    int n; cin >> n; vector<char> prime(n + 1, 1); long long sum = 0;
    for (long long i = 2; i <= n; i++) if (prime[i]) {
        sum += i;
        for (long long j = i * i; j <= n; j += i) prime[j] = 0;
    }
    cout << sum;
}
"""
RECURSION = """
long long fib(int k) { return k < 2 ? k : fib(k - 1) + fib(k - 2); }
int main() { int n; cin >> n; cout << fib(n); }
"""
INSERT_IN_FRONT = """
int main() {
    int n; cin >> n; vector<int> v;
    for (int i = 0; i < n; i++) v.insert(v.begin(), draw());
    cout << v[0];
}
"""
PROGRAMS = {
    "sort": (SORT, (125_000, 250_000, 500_000)),
    "map": (MAP, (125_000, 250_000, 500_000)),
    "floyd-warshall": (FLOYD, (250, 350, 500)),
    "sieve": (SIEVE, (10_000_000, 20_000_000, 40_000_000)),
    "recursion": (RECURSION, (35, 37, 39)),
    "memmove in a library": (INSERT_IN_FRONT, (50_000, 100_000, 200_000)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    if shutil.which("g++") is None:
        sys.exit("no g++ on PATH")
    with (
        tempfile.TemporaryDirectory() as folder,
        opened_session(LIMITS, jobs=1, cache=Path(folder)) as session,
    ):
        report(session, asked.rounds)


def report(session: Session, rounds: int) -> None:
    sources = [
        Source(name, ((f"{name}.cpp", (HEAD + code).encode()),))
        for name, (code, _) in PROGRAMS.items()
    ]
    plain = session.builder.build(sources)
    counting = build_counting(sources, session)
    print(f"{'program':24}{'n':>10}{'s':>8}{'ratio':>8}{'blocks':>14}{'blocks/s':>10}")
    for name, (_, sizes) in PROGRAMS.items():
        program = plain[name]
        assert isinstance(program, Executable), program
        for size in sizes:
            given = f"{size}\n".encode()
            times: list[tuple[float, float]] = []
            for _ in range(rounds):
                one = session.executor.start(seconds, program, given).result()
                other = session.executor.start(seconds, counting[name], given).result()
                times.append((one, other))
            plain_s = min(one for one, _ in times)
            counting_s = min(other for _, other in times)
            [count] = count_blocks(counting[name], [given], LIMITS.of_run(), session)
            assert count is not None
            print(
                f"{name:24}{size:10}{plain_s:8.3f}{counting_s / plain_s:8.2f}"
                f"{count.blocks:14}{count.blocks / plain_s:10.2g}",
                flush=True,
            )


def seconds(program: Executable, given: bytes, worker: Worker) -> float:
    run = execute(program, given, LIMITS.of_run(), worker)
    assert run.succeeded, run.failure
    return run.execution.cpu_s


if __name__ == "__main__":
    os.umask(0o022)
    main()
