"""How many programs per second do `judge grade` and a loop over `judge run` judge?

    python benchmarks/grading.py [--programs 10000] [--looped 100] [--jobs N]

The programs are small, in C and Python, right and wrong, and no two are equal; the package is
a fresh one of `judge new`. The loop judges the first of the same programs, one command for each,
because all of them would take hours. Each way begins with an empty cache, in which the
package is judged once. Prints a table; asserts that both give the same verdicts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import as_installed

JUDGE = [sys.executable, str(Path(__file__).resolve().parent.parent / "judge.py")]
EXTENSIONS = {"c": "c", "python3": "py"}
PYTHON = """# program {number}
values = list(map(int, open(0).read().split()))
print(sum(values[1:]) + {error})
"""
C = """// program {number}
#include <stdio.h>
int main(void) {{
    long long count, value, sum = {error};
    scanf("%lld", &count);
    while (count-- > 0 && scanf("%lld", &value) == 1) sum += value + 0 * {number};
    printf("%lld\\n", sum);
}}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=10_000)
    parser.add_argument("--looped", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    asked = parser.parse_args()
    as_installed.compile_modules()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        subprocess.run([*JUDGE, "new", "sums"], cwd=root, check=True, stdout=sys.stderr)
        programs = [program(number) for number in range(asked.programs)]
        grade_s, graded = timed_grade(root, programs, asked.jobs)
        again_s, recalled = timed_grade(root, programs, asked.jobs, "graded")
        looped_s, looped = timed_loop(root, programs[: asked.looped], asked.jobs)
    if graded != recalled or graded[: asked.looped] != looped:
        sys.exit("the ways give different verdicts")
    rows = {
        "loop over judge run": (len(looped), looped_s),
        "judge grade": (len(graded), grade_s),
        "judge grade again": (len(recalled), again_s),
    }
    base = len(looped) / looped_s
    print(f"{'':22}{'programs':>10}{'s':>10}{'per second':>12}{'ratio':>8}")
    for way, (count, taken_s) in rows.items():
        speed = count / taken_s
        print(f"{way:22}{count:10}{taken_s:10.1f}{speed:12.2f}{speed / base:8.1f}")


def program(number: int) -> dict[str, str]:
    """Return a line of the file. One in four programs is wrong."""
    language, code = ("c", C) if number % 2 else ("python3", PYTHON)
    source = code.format(number=number, error=int(number % 4 == 0))
    return {"package": "sums", "language": language, "source": source}


def environment(root: Path, cache: str) -> Mapping[str, str]:
    return as_installed.environment(XDG_CACHE_HOME=root / cache)


def timed_grade(
    root: Path, programs: Sequence[Mapping[str, str]], jobs: int, cache: str = "graded"
) -> tuple[float, list[str]]:
    """Return the seconds that `judge grade` takes, and the verdicts in order."""
    env = environment(root, cache)
    warm_up(root, env)
    file = root / "programs.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in programs))
    command = [*JUDGE, "grade", str(file), "--jobs", str(jobs)]
    started = time.perf_counter()
    done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE)
    taken_s = time.perf_counter() - started
    return taken_s, [json.loads(line)["verdict"] for line in done.stdout.splitlines()]


def timed_loop(
    root: Path, programs: Sequence[Mapping[str, str]], jobs: int
) -> tuple[float, list[str]]:
    """Return the same for one `judge run` per program."""
    env = environment(root, "looped")
    warm_up(root, env)
    verdicts = []
    report = root / "report.json"
    started = time.perf_counter()
    for number, line in enumerate(programs):
        file = root / f"program{number}.{EXTENSIONS[line['language']]}"
        file.write_text(line["source"])
        command = [*JUDGE, "run", str(file), "--problem", str(root / "sums")]
        command += ["--json", str(report), "--jobs", str(jobs)]
        # The exit code is 0 for any verdict: nothing is expected of these programs.
        subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
        [result] = json.loads(report.read_text())["submissions"]
        verdicts.append(result["verdict"])
    return time.perf_counter() - started, verdicts


def warm_up(root: Path, env: Mapping[str, str]) -> None:
    """Judge the package once: its tools are built, and its tests checked."""
    command = [*JUDGE, "run", "--problem", str(root / "sums")]
    subprocess.run(command, env=env, check=False, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
