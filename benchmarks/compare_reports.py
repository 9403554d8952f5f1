"""Compares what the commands of `judge` report in two checkouts of this repository.

    python benchmarks/compare_reports.py BEFORE AFTER [--quick] [--only GLOB]
        [--jobs N] [--save-before FILE]

Run it after a change that is not meant to change behaviour. BEFORE and AFTER are the
folders of two checkouts. Each runs its own judge.py with its own .venv/bin/python, or
without one with the Python of this script. A case is one command on one subject: a
package in tests/packages, the package in the root, or a contest. All packages are those
of BEFORE. Both sides get equal copies and caches, the same seeds, and bounds on tries
instead of time.

The script compares the exit code, the JSON report, and the files that the command
writes (names and bytes). It leaves out what a machine measures:
`comparing/differences.py` names it, with reasons. It does not compare the keys of kept
results, because these cover files of the judge itself. A case is

    same
    wording     only texts for people differ; the script lists them and exits with 0
    added       the report has new keys, which its schema allows; exits with 0 as well
    different   anything else differs, such as a verdict, a key, a count or an order;
                the script lists the places and exits with 1

A different case runs once more on both sides, and only the places that differ again
count, because a verdict near a time limit may change from run to run. If a place did
not differ again, the line of the case says "unsteady".

`--save-before FILE` keeps the results of BEFORE in FILE and reads those that are there,
so that further comparisons with the same commit take half the time.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.comparing.cases import Case, chosen_cases
from benchmarks.comparing.differences import Difference, Finding, compare
from benchmarks.comparing.running import Checkout, Outcome

SHOWN_DIFFERENCES = 12


@dataclass(frozen=True, slots=True)
class Result:
    """A case that was compared.

    `unsteady`: some places differed at first, but not when the case ran again.
    """

    case: Case
    differences: Sequence[Difference]
    unsteady: bool
    seconds_before: float
    seconds_after: float

    @property
    def finding(self) -> Finding:
        """The gravest finding."""
        findings = {difference.finding for difference in self.differences}
        for finding in (Finding.DIFFERENT, Finding.ADDED, Finding.WORDING):
            if finding in findings:
                return finding
        return Finding.SAME


class SavedOutcomes:
    """Outcomes of one commit by subject and command line, in a file if one is given."""

    def __init__(self, file: Path | None, commit: str) -> None:
        self._file = file
        self._commit = commit
        self._lock = threading.Lock()
        self._outcomes: dict[str, Any] = {}
        if file is None or not file.exists():
            return
        saved = json.loads(file.read_text())
        if saved["commit"] != commit:
            sys.exit(
                f"{file} is of {saved['commit']}, but BEFORE is {commit}: remove it"
            )
        self._outcomes = saved["outcomes"]

    def get(self, case: Case) -> Outcome | None:
        """Return the outcome of a case if it is known."""
        saved = self._outcomes.get(self._key(case))
        return None if saved is None else Outcome(**saved)

    def add(self, case: Case, outcome: Outcome) -> None:
        """Add an outcome and write the file: an interrupted comparison loses nothing."""
        with self._lock:
            self._outcomes[self._key(case)] = asdict(outcome)
            if self._file is None:
                return
            whole = json.dumps({"commit": self._commit, "outcomes": self._outcomes})
            unfinished = self._file.with_name(self._file.name + ".unfinished")
            unfinished.write_text(whole)
            unfinished.replace(self._file)

    @staticmethod
    def _key(case: Case) -> str:
        # The whole line: when an option of a case changes, its old outcome is not used.
        return f"{case.subject.name}: {case.command.line}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two checkouts that are compared case by case."""

    before: Checkout
    after: Checkout
    saved: SavedOutcomes

    def results_of(self, cases: Sequence[Case]) -> list[Result]:
        """Compare cases in turn, and print a line about each when it ends."""
        results = []
        for case in cases:
            result = self._result_of(case)
            results.append(result)
            print_progress(result)
        return results

    def _result_of(self, case: Case) -> Result:
        was = self.saved.get(case)
        if was is None:
            was = self.before.run(case)
            self.saved.add(case, was)
        now = self.after.run(case)
        found = list(compare(was, now))
        unsteady = False
        if any(difference.finding is Finding.DIFFERENT for difference in found):
            again = compare(self.before.run(case), self.after.run(case))
            places = {difference.place for difference in again}
            confirmed = [
                difference for difference in found if difference.place in places
            ]
            unsteady = len(confirmed) < len(found)
            found = confirmed
        return Result(case, found, unsteady, was.seconds, now.seconds)


def print_progress(result: Result) -> None:
    """Print one line about a case."""
    took = f"{result.seconds_before:g} and {result.seconds_after:g} s"
    remark = ", unsteady" if result.unsteady else ""
    print(f"{result.finding:9}  {result.case.name}  ({took}{remark})", flush=True)


def print_differences(results: Sequence[Result], finding: Finding) -> None:
    """Print the differences of one kind; equal ones once, at their first place."""
    printed: set[tuple[str, str]] = set()
    for result in results:
        new = []
        for difference in result.differences:
            texts = (difference.before, difference.after)
            if difference.finding is finding and texts not in printed:
                printed.add(texts)
                new.append(difference)
        if new:
            print(f"\n{finding}: {result.case.name}")
        for difference in new[:SHOWN_DIFFERENCES]:
            print(f"  {difference.place}")
            print(f"    before  {difference.before}")
            print(f"    after   {difference.after}")
        if len(new) > SHOWN_DIFFERENCES:
            print(f"  and {len(new) - SHOWN_DIFFERENCES} more")


def print_table(results: Sequence[Result]) -> None:
    """Print for each command how many packages it ran on, and what was found."""
    counts: dict[str, Counter[Finding]] = {}
    for result in results:
        title = result.case.command.title
        counts.setdefault(title, Counter())[result.finding] += 1
    width = max(len(title) for title in counts)
    print(f"\n{'command':{width}}  packages  same  wording  added  different")
    for title, found in counts.items():
        same = found[Finding.SAME]
        wording = found[Finding.WORDING]
        added = found[Finding.ADDED]
        different = found[Finding.DIFFERENT]
        print(
            f"{title:{width}}  {found.total():8}  {same:4}  {wording:7}  {added:5}"
            f"  {different:9}"
        )


def parsed_arguments() -> tuple[argparse.Namespace, list[list[Case]]]:
    """Return the options, and the cases that they choose."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", type=Path, metavar="BEFORE", help="A checkout.")
    parser.add_argument("after", type=Path, metavar="AFTER", help="Another checkout.")
    parser.add_argument(
        "--quick", action="store_true", help="Run few commands on few packages."
    )
    parser.add_argument(
        "--only",
        metavar="GLOB",
        help="Run matching cases, e.g. 'sound: *' or '*: strength*'.",
    )
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="Work on N packages at once."
    )
    parser.add_argument(
        "--save-before",
        type=Path,
        metavar="FILE",
        help="Keep the results of BEFORE in FILE.",
    )
    options = parser.parse_args()
    for folder in (options.before, options.after):
        if not (folder / "judge.py").is_file():
            parser.error(f"{folder}: has no judge.py, so it is not a checkout")
    cases = chosen_cases(options.before, options.quick, options.only)
    if not cases:
        parser.error(f"--only {options.only}: no case has such a name")
    return options, cases


def main() -> None:
    """Compare two checkouts; exit with code 1 if anything but the wording differs."""
    options, cases = parsed_arguments()
    # What programs wrote need not be valid UTF-8.
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    started = time.monotonic()
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        scratch.chmod(0o755)  # programs in the sandbox may run as another user
        before = Checkout(options.before, options.before, scratch)
        after = Checkout(options.after, options.before, scratch)
        saved = SavedOutcomes(options.save_before, before.commit)
        comparison = Comparison(before, after, saved)
        # The cases of one subject run in turn, because they share its warm cache.
        with ThreadPoolExecutor(options.jobs) as pool:
            for group in pool.map(comparison.results_of, cases):
                results += group
    print_differences(results, Finding.WORDING)
    print_differences(results, Finding.ADDED)
    print_differences(results, Finding.DIFFERENT)
    print_table(results)
    print(f"\n{len(results)} cases in {time.monotonic() - started:.0f} s")
    if any(result.finding is Finding.DIFFERENT for result in results):
        sys.exit(1)


if __name__ == "__main__":
    main()
