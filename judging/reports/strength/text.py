"""The report of `judge strength` for people: names, and what to do about them; the matrix last."""

from __future__ import annotations

from collections.abc import Sequence

from judging.analysis.strength.measures import Rate, Strength, Subset
from judging.core.limits import TimeLimitCheck
from judging.core.results import RunReport
from judging.reports.layout import joined, wrapped
from judging.reports.medium import FILE, Medium
from judging.reports.run import text
from judging.reports.run.wording import summary
from judging.reports.strength import kills
from judging.reports.strength.measured import MeasuredRun
from judging.reports.wording import at_least, counted, on_one_line
from judging.testdata.bounds import Bound

_WIDTH = 80


def render(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the report as text, in 80 columns or those of the terminal as far as names allow. If
    nothing could be measured, the report of the run says why."""
    report, strength = measured.run, measured.strength
    if strength is None:
        return text.render(report, medium)
    width = medium.width or _WIDTH
    return joined(
        [
            _head(strength),
            _survivors(strength, width),
            _unmet(report, strength),
            _weakly_killed(strength, width),
            _idle(strength, width),
            _same_kills(strength, width),
            _smallest(strength, width),
            _bounds(strength.bounds, width),
            _equal_answers(strength, width),
            _time_limit(strength.time),
            _left_out(strength),
            kills.table(strength.matrix, width),
            [f"warning: {found.message}" for found in report.diagnostics],
            [line for line in summary(report) if report.exit_code],
        ]
    )


def _head(strength: Strength) -> list[str]:
    tests = strength.matrix.tests
    families = counted(len({test.family for test in tests}), "family", "families")
    return [
        f"{on_one_line(strength.problem)}: {counted(len(tests), 'test')} in {families}",
        f"right submissions accepted  {_rate(strength.accepted)}  (true-positive rate)",
        f"wrong submissions rejected  {_rate(strength.rejected)}  (true-negative rate)",
    ]


def _rate(rate: Rate) -> str:
    share = "" if rate.value is None else f" = {100 * rate.value:.1f} %"
    return f"{rate.right} of {rate.total}{share}"


def _survivors(strength: Strength, width: int) -> list[str]:
    if not strength.survivors:
        return []
    return [
        "Survivors: wrong submissions that no test fails",
        *_listed(strength.survivors),
        *_advice("`judge hack SUBMISSION` looks for an input that shows the fault.", width),
    ]


def _unmet(report: RunReport, strength: Strength) -> list[str]:
    """Return the expectations that are not met, except those of survivors, listed above."""
    unmet = [
        f"{submission.path}: {submission.why}"
        for submission in report.submissions
        if submission.met is False and submission.path not in strength.survivors
    ]
    return ["Expectations not met", *_listed(unmet)] if unmet else []


def _weakly_killed(strength: Strength, width: int) -> list[str]:
    lines = []
    if strength.killed_by_one_test:
        lines.append("Killed by one test only: without it they would pass")
        size = max(len(found.path) for found in strength.killed_by_one_test)
        lines += [f"  {f.path.ljust(size)}  {f.test}" for f in strength.killed_by_one_test]
        lines += _advice("Give each a second test that fails it for the same reason.", width)
    if strength.killed_by_one_family:
        lines.append("Killed by several tests, all of one family")
        size = max(len(found.path) for found in strength.killed_by_one_family)
        for found in strength.killed_by_one_family:
            tests = counted(len(found.tests), "test")
            lines.append(f"  {found.path.ljust(size)}  {found.family}, {tests}")
    return lines


def _idle(strength: Strength, width: int) -> list[str]:
    """Secret tests without a kill; samples explain the problem and need not kill."""
    tests = strength.matrix.tests
    idle = [test for test in tests if test.name in strength.kill_nobody and not test.sample]
    if not idle:
        return []
    secret = sum(not test.sample for test in tests)
    share = _share(sum(test.cpu_s for test in idle), sum(test.cpu_s for test in tests))
    return [
        f"Secret tests that kill nothing: {len(idle)} of {secret}{share}",
        *_names([test.name for test in idle], width),
        *_advice(
            "They may guard against faults that no submission has yet: keep each one whose fault "
            "you can name, or add a wrong submission with that fault.",
            width,
        ),
    ]


def _share(part_s: float, total_s: float) -> str:
    return f", {100 * part_s / total_s:.0f} % of the run time" if total_s else ""


def _same_kills(strength: Strength, width: int) -> list[str]:
    rows = len(strength.matrix.rows)
    advice = _advice(
        f"Different sets of kills: {strength.patterns}. Rank of the matrix: {strength.rank}, at "
        f"most {min(rows, strength.patterns)}.",
        width,
    )
    if not strength.same_kills:
        return ["No two tests kill the same submissions", *advice] if rows else []
    place = {test.name: column for column, test in enumerate(strength.matrix.tests)}
    lines = ["Tests with the same kills"]
    for names in strength.same_kills:
        victims = strength.matrix.victims(place[names[0]])
        lines += _names(names, width, f"{len(victims)} killed by each: ")
    return [*lines, *advice]


def _smallest(strength: Strength, width: int) -> list[str]:
    small, reduced = strength.smallest, strength.smallest_with_samples
    if not small.tests:
        return []
    proof = "No smaller set does." if small.exact else "Found greedily: a smaller set may exist."
    return [
        f"Fewest tests that keep every kill: {len(small.tests)} of "
        f"{len(strength.matrix.tests)}{_of_time(small)}",
        *_names(small.tests, width),
        *_advice(
            f"{proof} `judge strength --minimize DIR` writes a package with the samples and the "
            f"other tests that it needs: {counted(len(reduced.tests), 'test')}{_of_time(reduced)}.",
            width,
        ),
    ]


def _of_time(subset: Subset) -> str:
    return "" if subset.cpu_share is None else f", {100 * subset.cpu_share:.0f} % of the run time"


def _bounds(bounds: Sequence[Bound], width: int) -> list[str]:
    if not bounds:
        return [
            "Bounds of the input: no input validator names any",
            *_advice(
                "Let a validator write its bounds with --constraints_file FILE: then this report "
                "checks them, and `judge validate --junk` tries the values past them.",
                width,
            ),
        ]
    size = max(len(bound.name) for bound in bounds)
    lines = ["Bounds of the input"]
    for bound in bounds:
        missed = []
        if not bound.low_reached:
            missed.append(f"{bound.low} NEVER REACHED, the least value is {bound.least}")
        if not bound.high_reached:
            missed.append(f"{bound.high} NEVER REACHED, the greatest value is {bound.greatest}")
        lines.append(
            f"  {bound.name.ljust(size)}  {bound.low} to {bound.high}: "
            f"{'; '.join(missed) or 'both reached'}"
        )
    return lines


def _equal_answers(strength: Strength, width: int) -> list[str]:
    lines = [
        f"  {found.group}: {counted(found.tests, 'test')}, each with the answer {found.answer}"
        for found in strength.equal_answers
    ]
    advice = _advice("A program that prints only this answer passes the group.", width)
    return ["Groups whose answers are all equal", *lines, *advice] if lines else []


def _time_limit(check: TimeLimitCheck) -> list[str]:
    """Return the ratios on both sides of the limit. A stopped run is never called too close: its
    time is a lower bound."""
    lines = [f"Time limit {check.limit_s:g} s, from both sides"]
    slowest, fastest = check.slowest_accepted, check.fastest_too_slow
    if slowest is not None and check.ac_ratio is not None:
        close = check.ac_ratio < check.ac_wanted
        lines += [
            f"  slowest that must not time out  {slowest.cpu_s:.2f} s  {slowest.path}",
            f"    limit / slowest = {check.ac_ratio:.1f}, wanted {check.ac_wanted:g}"
            f"{'  TOO CLOSE' if close else ''}, on {slowest.testcase}",
        ]
    if fastest is not None and check.tle_ratio is not None:
        bound = at_least(fastest.stopped)
        close = check.tle_ratio < check.tle_wanted and not fastest.stopped
        lines += [
            f"  fastest that must time out  {bound}{fastest.cpu_s:.2f} s  {fastest.path}",
            f"    fastest / limit {bound or '= '}{check.tle_ratio:.1f}, wanted {check.tle_wanted:g}"
            f"{'  TOO CLOSE' if close else ''}, on {fastest.testcase}",
        ]
    return lines if len(lines) > 1 else []


def _left_out(strength: Strength) -> list[str]:
    if not strength.left_out:
        return []
    return ["Left out: not judged on every test", *_listed(strength.left_out)]


def _listed(names: Sequence[str]) -> list[str]:
    return [f"  {on_one_line(name)}" for name in names]


def _names(names: Sequence[str], width: int, title: str = "") -> list[str]:
    words = title + ", ".join(map(on_one_line, names))
    return wrapped(words, width, rest="    " if title else "  ")


def _advice(words: str, width: int) -> list[str]:
    return wrapped(words, width, first="  > ", rest="    ")
