"""The report of `judge strength` for people: names and what to do about them, the matrix last."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from judging.analysis.strength import Rate, Strength, Subset
from judging.core.limits import TimeLimitCheck
from judging.core.results import RunReport
from judging.reports import kills, text
from judging.reports.wording import counted, on_one_line, summary
from judging.testdata.bounds import Bound

_WIDTH = 80


def render(report: RunReport, strength: Strength | None, *, width: int | None = None) -> str:
    """The report as text, at most `width` columns where names allow it. Where nothing could be
    measured it is that of the run, which says why."""
    if strength is None:
        return text.render(report)
    columns = width or _WIDTH
    sections = [
        _head(strength),
        _survivors(strength, columns),
        _unmet(report, strength),
        _hanging(strength, columns),
        _idle(strength, columns),
        _alike(strength, columns),
        _smallest(strength, columns),
        _bounds(strength.bounds, columns),
        _equal(strength, columns),
        _time(strength.time),
        _left_out(strength),
        kills.table(strength.matrix, columns),
        [f"warning: {found.message}" for found in report.diagnostics],
        [line for line in summary(report) if report.exit_code],
    ]
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


def _head(strength: Strength) -> list[str]:
    tests = strength.matrix.tests
    families = len({test.family for test in tests})
    return [
        f"{on_one_line(strength.problem)}: {counted(len(tests), 'test')} in "
        f"{families} {'family' if families == 1 else 'families'}",
        f"right submissions accepted  {_rate(strength.accepted)}  (true-positive rate)",
        f"wrong submissions rejected  {_rate(strength.rejected)}  (true-negative rate)",
    ]


def _rate(rate: Rate) -> str:
    share = "" if rate.value is None else f" = {100 * rate.value:.1f} %"
    return f"{rate.right} of {rate.total}{share}"


def _survivors(strength: Strength, width: int) -> list[str]:
    if not strength.survivors:
        return []
    advice = "`judge hack SUBMISSION` looks for an input that shows it."
    return [
        "Survivors: wrong, and no test shows it",
        *_listed(strength.survivors),
        *_advice(advice, width),
    ]


def _unmet(report: RunReport, strength: Strength) -> list[str]:
    """Expectations that the run does not meet, but for those of survivors, who stand above."""
    unmet = [
        f"{submission.path}: {submission.why}"
        for submission in report.submissions
        if submission.met is False and submission.path not in strength.survivors
    ]
    return ["Expectations not met", *_listed(unmet)] if unmet else []


def _hanging(strength: Strength, width: int) -> list[str]:
    lines = []
    if strength.by_one_test:
        lines.append("Killed by one test only: without it they would pass")
        size = max(len(path) for path, _ in strength.by_one_test)
        lines += [f"  {path.ljust(size)}  {test}" for path, test in strength.by_one_test]
        lines += _advice("Give each a second test that fails it for the same reason.", width)
    if strength.by_one_family:
        lines.append("Killed by several tests, all of one family")
        size = max(len(found.path) for found in strength.by_one_family)
        for found in strength.by_one_family:
            tests = counted(len(found.tests), "test")
            lines.append(f"  {found.path.ljust(size)}  {found.family}, {tests}")
    return lines


def _idle(strength: Strength, width: int) -> list[str]:
    """Samples explain the problem: that they kill nobody is no reproach."""
    tests = strength.matrix.tests
    idle = [test for test in tests if test.name in strength.idle and not test.sample]
    if not idle:
        return []
    secret = sum(not test.sample for test in tests)
    share = _share(sum(test.cpu_s for test in idle), sum(test.cpu_s for test in tests))
    return [
        f"Secret tests that kill nobody: {len(idle)} of {secret}{share}",
        *_wrapped([test.name for test in idle], width),
        *_advice(
            "They may guard against what nobody has written yet: keep those for which you can say "
            "which fault they show, or add a wrong submission that has it.",
            width,
        ),
    ]


def _share(part_s: float, total_s: float) -> str:
    return f", {100 * part_s / total_s:.0f} % of the run time" if total_s else ""


def _alike(strength: Strength, width: int) -> list[str]:
    rows = len(strength.matrix.rows)
    advice = _advice(
        f"Different sets of kills: {strength.patterns}. Rank of the matrix: {strength.rank}, at "
        f"most {min(rows, strength.patterns)}.",
        width,
    )
    if not strength.alike:
        return ["No two tests kill the same submissions", *advice] if rows else []
    place = {test.name: column for column, test in enumerate(strength.matrix.tests)}
    lines = ["Tests with the same kills"]
    for names in strength.alike:
        victims = strength.matrix.victims(place[names[0]])
        lines += _wrapped(names, width, f"{len(victims)} killed by each: ")
    return [*lines, *advice]


def _smallest(strength: Strength, width: int) -> list[str]:
    small, reduced = strength.smallest, strength.reduced
    if not small.tests:
        return []
    proof = "No smaller set does." if small.exact else "Found greedily: a smaller set may do."
    return [
        f"Fewest tests that keep every kill: {len(small.tests)} of "
        f"{len(strength.matrix.tests)}{_of_time(small)}",
        *_wrapped(small.tests, width),
        *_advice(
            f"{proof} `judge strength --minimize DIR` writes a package with the samples and what "
            f"is needed beside them: {counted(len(reduced.tests), 'test')}{_of_time(reduced)}.",
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
                "One that writes them with --constraints_file FILE has them checked here, and "
                "`judge validate --junk` tries the values past them.",
                width,
            ),
        ]
    size = max(len(bound.name) for bound in bounds)
    lines = ["Bounds of the input"]
    for bound in bounds:
        missed = []
        if not bound.low_reached:
            missed.append(f"{bound.low} NEVER REACHED, the least is {bound.least}")
        if not bound.high_reached:
            missed.append(f"{bound.high} NEVER REACHED, the greatest is {bound.greatest}")
        lines.append(
            f"  {bound.name.ljust(size)}  {bound.low} to {bound.high}: "
            f"{'; '.join(missed) or 'both reached'}"
        )
    return lines


def _equal(strength: Strength, width: int) -> list[str]:
    lines = [
        f"  {found.group}: {counted(found.tests, 'test')}, each with the answer {found.answer}"
        for found in strength.equal_answers
    ]
    advice = _advice("A program that prints just that passes the group.", width)
    return ["Groups whose answers are all equal", *lines, *advice] if lines else []


def _time(check: TimeLimitCheck) -> list[str]:
    """A run that was stopped took at least so long: it is never called too close."""
    lines = [f"Time limit {check.limit_s:g} s, from both sides"]
    slowest, fastest = check.slowest_accepted, check.fastest_too_slow
    if slowest is not None and check.ac_ratio is not None:
        close = check.ac_ratio < check.ac_wanted
        lines += [
            f"  slowest that may not time out  {slowest.cpu_s:.2f} s  {slowest.path}",
            f"    limit / slowest = {check.ac_ratio:.1f}, wanted {check.ac_wanted:g}"
            f"{'  TOO CLOSE' if close else ''}, on {slowest.testcase}",
        ]
    if fastest is not None and check.tle_ratio is not None:
        least = ">= " if fastest.stopped else ""
        close = check.tle_ratio < check.tle_wanted and not fastest.stopped
        lines += [
            f"  fastest that must time out  {least}{fastest.cpu_s:.2f} s  {fastest.path}",
            f"    fastest / limit {least or '= '}{check.tle_ratio:.1f}, wanted {check.tle_wanted:g}"
            f"{'  TOO CLOSE' if close else ''}, on {fastest.testcase}",
        ]
    return lines if len(lines) > 1 else []


def _left_out(strength: Strength) -> list[str]:
    if not strength.left_out:
        return []
    return ["Left out: not judged on every test", *_listed(strength.left_out)]


def _listed(names: Sequence[str]) -> list[str]:
    return [f"  {on_one_line(name)}" for name in names]


def _wrapped(names: Sequence[str], width: int, title: str = "") -> list[str]:
    return textwrap.wrap(
        title + ", ".join(map(on_one_line, names)),
        width,
        initial_indent="  ",
        subsequent_indent="    " if title else "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def _advice(words: str, width: int) -> list[str]:
    return textwrap.wrap(
        words,
        width,
        initial_indent="  > ",
        subsequent_indent="    ",
        break_long_words=False,
        break_on_hyphens=False,
    )
