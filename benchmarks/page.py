"""How fast the page of a large run opens and scrolls in Chromium.

Makes a report without running anything: half of the submissions fail on half of the tests.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import random
import shutil
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from judging.core.limits import MIB, Limits
from judging.core.results import Ending, Execution, RunReport, Status, SubmissionResult
from judging.core.results import TestcaseResult as Result
from judging.core.verdicts import Verdict
from judging.reports.run import html

OPEN_S, FRAME_MS = 1.0, 1000 / 60
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
        verdict = rng.choice([Verdict.WA, Verdict.TLE, Verdict.RTE]) if fails else Verdict.AC
        execution = Execution(
            Ending.EXITED, rng.random(), rng.random(), rng.randrange(256 * MIB), 0
        )
        return Result(name, verdict, execution, message="line 1: expected 3" if fails else "")

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
        "large",
        tuple(map(submission, range(submissions))),
        limits=Limits(1.0, 1.5, 256 * MIB, 8 * MIB),
        until="all",
        tests_total=tests,
        languages={"cpp": "C++"},
    )


def measure(browser: Any, file: Path, rounds: int) -> tuple[list[float], list[float], list[float]]:
    """Return seconds to open, and milliseconds of each frame and of each sort."""
    opening, frames, sorting = [], [], []
    for _ in range(rounds):
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        started = time.monotonic()
        page.goto(file.as_uri())
        page.wait_for_selector("html[data-ready]")
        opening.append(time.monotonic() - started)
        frames += page.evaluate(SCROLL, 120)
        sorting.append(page.evaluate(SORT))
        page.close()
    return opening, frames, sorting


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--submissions", type=int, default=300)
    parser.add_argument("--tests", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    if importlib.util.find_spec("playwright") is None or not shutil.which("chromium"):
        print("skipped: chromium or playwright is not installed (`make browser`)")
        return
    playwright = importlib.import_module("playwright.sync_api")
    made = report(asked.submissions, asked.tests)
    with tempfile.TemporaryDirectory() as folder, playwright.sync_playwright() as driver:
        file = Path(folder, "page.html")
        started = time.monotonic()
        file.write_text(html.render(made), "ascii")
        written = time.monotonic() - started
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        opening, frames, sorting = measure(browser, file, asked.rounds)
        browser.close()
        size = file.stat().st_size / 1e6
    print(f"{asked.submissions} submissions x {asked.tests} tests, {asked.rounds} rounds")
    print(f"  file     {size:.2f} MB, written in {written:.1f} s")
    met = statistics.median(opening) <= OPEN_S
    print(f"  opens in {statistics.median(opening):.2f} s (wanted {OPEN_S:g}): {said(met)}")
    p95 = sorted(frames)[int(0.95 * len(frames))]
    met = statistics.median(frames) <= FRAME_MS + 0.5
    print(f"  a frame  {statistics.median(frames):.1f} ms, p95 {p95:.1f} ms: {said(met)}")
    print(f"  a sort   {statistics.median(sorting):.0f} ms")


def said(met: bool) -> str:
    """Return the word of all benchmarks."""
    return "met" if met else "NOT MET"


if __name__ == "__main__":
    main()
