"""How fast the page of a large run opens and scrolls in Chromium.

Makes a report without running anything: half of the submissions fail on half of the tests.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import chromium
from judging.core.limits import MIB, Limits
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.runs import Ending, Execution
from judging.core.runs import TestcaseResult as Result
from judging.core.verdicts import Verdict
from judging.reports.run import html

OPEN_S, FRAME_MS, FRAMES = 1.0, 1000 / 60, 120
SCROLL = """async (frames) => {
  const grid = document.querySelector(".matrix"), times = [];
  let last = await new Promise(requestAnimationFrame);
  for (let i = 1; i <= frames; i++) {
    grid.scrollLeft = i * (grid.scrollWidth - grid.clientWidth) / frames;
    grid.scrollTop = i * (grid.scrollHeight - grid.clientHeight) / frames;
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last);
    last = now;
  }
  return times;
}"""
SORT = """async () => {
  const labels = [...document.querySelectorAll("label")];
  const box = labels.find((label) => label.textContent.startsWith("Sort submissions"));
  const started = performance.now();
  box.firstElementChild.value = "time";
  box.firstElementChild.dispatchEvent(new Event("change"));
  return performance.now() - started;
}"""


def report(submissions: int, tests: int) -> RunReport:
    """Return a made-up report."""
    rng = random.Random(0)
    names = [f"secret/{n % 20:02}-family/{n:04}" for n in range(tests)]

    def run(name: str, fails: bool) -> Result:
        verdict = (
            rng.choice([Verdict.WA, Verdict.TLE, Verdict.RTE]) if fails else Verdict.AC
        )
        execution = Execution(
            Ending.EXITED, rng.random(), rng.random(), rng.randrange(256 * MIB), 0
        )
        return Result(
            name, verdict, execution, message="line 1: expected 3" if fails else ""
        )

    def submission(number: int) -> SubmissionResult:
        wrong = number % 2 == 1
        folder = "wrong_answer" if wrong else "accepted"
        runs = tuple(run(name, wrong and rng.random() < 0.5) for name in names)
        verdict = Verdict.WA if wrong else Verdict.AC
        return SubmissionResult(
            f"solutions/{folder}/program_{number}.cpp", "cpp", Status.JUDGED, verdict, True,
            frozenset({Verdict.AC, verdict}), frozenset({verdict}), runs, tests,
        )  # fmt: skip

    return RunReport(
        problem="large",
        submissions=tuple(map(submission, range(submissions))),
        limits=Limits(1.0, 1.5, 256 * MIB, 8 * MIB),
        until="all",
        tests_total=tests,
        languages={"cpp": "C++"},
    )


@dataclass
class Figures:
    """Wall times, and the CPU times of the page's main thread, which other work disturbs less."""

    opening_s: list[float] = field(default_factory=list)
    frames_ms: list[float] = field(default_factory=list)
    sorting_ms: list[float] = field(default_factory=list)
    opening_cpu_s: list[float] = field(default_factory=list)
    frame_cpu_ms: list[float] = field(default_factory=list)


def measure(browser: Any, file: Path, rounds: int) -> Figures:
    """Open the page `rounds` times, scroll over all of it, and sort it."""
    figures = Figures()
    for _ in range(rounds):
        page = chromium.new_page(browser)
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def cpu_s(session: Any = session) -> float:
            found = session.send("Performance.getMetrics")["metrics"]
            return next(float(m["value"]) for m in found if m["name"] == "TaskDuration")

        figures.opening_s.append(chromium.opening_s(page, file))
        figures.opening_cpu_s.append(cpu_s())
        figures.frames_ms += page.evaluate(SCROLL, FRAMES)
        scrolling_s = cpu_s() - figures.opening_cpu_s[-1]
        figures.frame_cpu_ms.append(1000 * scrolling_s / FRAMES)
        figures.sorting_ms.append(page.evaluate(SORT))
        page.close()
    return figures


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--tests", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium.started_browser() as browser:
        if browser is None:
            print(f"skipped: {chromium.MISSING}")
            return
        made = report(asked.submissions, asked.tests)
        file = Path(folder, "page.html")
        started = time.monotonic()
        file.write_text(html.render(made), "ascii")
        written = time.monotonic() - started
        found = measure(browser, file, asked.rounds)
        size = file.stat().st_size / 1e6
    print(
        f"{asked.submissions} submissions x {asked.tests} tests, {asked.rounds} rounds"
    )
    print(f"  file     {size:.2f} MB, written in {written:.1f} s")
    wall, cpu = (
        statistics.median(found.opening_s),
        statistics.median(found.opening_cpu_s),
    )
    print(f"  opens in {wall:.2f} s (wanted {OPEN_S:g}): {said(wall <= OPEN_S)}")
    print(f"           {cpu:.2f} s of CPU")
    frames, cpu = sorted(found.frames_ms), statistics.median(found.frame_cpu_ms)
    wall, p95 = statistics.median(frames), frames[int(0.95 * len(frames))]
    print(f"  a frame  {wall:.1f} ms, p95 {p95:.1f} ms: {said(wall <= FRAME_MS + 0.5)}")
    print(f"           {cpu:.1f} ms of CPU")
    print(f"  a sort   {statistics.median(found.sorting_ms):.0f} ms")


def said(met: bool) -> str:
    """Return the word of all benchmarks."""
    return "met" if met else "NOT MET"


if __name__ == "__main__":
    main()
