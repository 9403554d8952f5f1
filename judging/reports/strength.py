"""The reports of `judge strength`: for people names and what to do about them, and JSON.

`docs/strength.md` describes the keys of the JSON object. Every exit code except 2 writes it; if
nothing could be measured, `tests` and all keys after it are missing.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from judging.analysis.strength.measures import Rate, Strength, Subset
from judging.core.limits import TimeLimitCheck, Timing
from judging.core.results import RunReport
from judging.data.bounds import Bound
from judging.reports import kills
from judging.reports.documents import Json, diagnostic, dumped, rounded
from judging.reports.layout import joined, wrapped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import Section, page
from judging.reports.run import html, text
from judging.reports.run.wording import summary
from judging.reports.wording import AT_WALL, at_least, counted, on_one_line, printable

_WIDTH = 80


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """The run of every submission on every test, and what it says of the tests: None if the run
    ended without verdicts that can be trusted."""

    run: RunReport
    strength: Strength | None = None


def render_text(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the report as text, in 80 columns or those of the terminal as far as names allow. If
    nothing could be measured, the report of the run says why."""
    report, strength = measured.run, measured.strength
    if strength is None:
        return text.render(report, medium)
    width = medium.width or _WIDTH
    page = joined(
        [
            _head(strength),
            [f"warning: {found.message}" for found in report.diagnostics],
            _survivors(strength, width),
            _unmet(report, strength),
            _weakly_killed(strength, width),
            _idle(strength, width),
            _same_kills(strength, width),
            _smallest(strength, width),
            _bounds(strength.bounds, width),
            _equal_answers(strength, width),
            _time_limit(strength.time),
            _section("Left out: not judged on every test", _listed(strength.left_out)),
            kills.table(strength.matrix, width),
            summary(report) if report.exit_code else [],
        ]
    )
    return printable(page)


def _section(title: str, lines: Sequence[str], advice: Sequence[str] = ()) -> list[str]:
    """Return nothing without lines."""
    return [title, *lines, *advice] if lines else []


def _head(strength: Strength) -> list[str]:
    tests = strength.matrix.tests
    families = counted(len({test.family for test in tests}), "family", "families")
    return [
        f"{on_one_line(strength.problem)}: {counted(len(tests), 'test')} in {families}",
        f"right submissions accepted  {_share_of(strength.accepted)}  (true-positive rate)",
        f"wrong submissions rejected  {_share_of(strength.rejected)}  (true-negative rate)",
    ]


def _share_of(rate: Rate) -> str:
    share = "" if rate.value is None else f" = {100 * rate.value:.1f} %"
    return f"{rate.right} of {rate.total}{share}"


def _survivors(strength: Strength, width: int) -> list[str]:
    advice = "Add a test that fails each."
    if strength.can_hunt:
        advice = "`judge hack SUBMISSION` looks for an input that shows the fault."
    title = "Survivors: wrong submissions that no test fails"
    return _section(title, _listed(strength.survivors), _advice(advice, width))


def _unmet(report: RunReport, strength: Strength) -> list[str]:
    """Return the expectations that are not met, except those of survivors, listed above."""
    unmet = [
        f"{submission.path}: {submission.why}"
        for submission in report.submissions
        if submission.met is False and submission.path not in strength.survivors
    ]
    return _section("Expectations not met", _listed(unmet))


def _weakly_killed(strength: Strength, width: int) -> list[str]:
    one_test = _paired(
        [(found.path, found.test) for found in strength.killed_by_one_test]
    )
    families = strength.killed_by_one_family
    one_family = _paired(
        [(f.path, f"{f.family}, {counted(len(f.tests), 'test')}") for f in families]
    )
    advice = _advice("Give each a second test that fails it for the same reason.", width)
    return [
        *_section(
            "Killed by one test only: without it they would pass", one_test, advice
        ),
        *_section("Killed by several tests, all of one family", one_family),
    ]


def _idle(strength: Strength, width: int) -> list[str]:
    """Secret tests without a kill; samples explain the problem and need not kill."""
    tests = strength.matrix.tests
    idle = [
        test for test in tests if test.name in strength.kill_nobody and not test.sample
    ]
    if not idle:
        return []
    secret = sum(not test.sample for test in tests)
    idle_s, total_s = sum(test.cpu_s for test in idle), sum(test.cpu_s for test in tests)
    share = _of_time(idle_s / total_s if total_s else None)
    return [
        f"Secret tests that kill nothing: {len(idle)} of {secret}{share}",
        *_names([test.name for test in idle], width),
        *_advice(
            "They may guard against faults that no submission has yet: keep each one whose fault "
            "you can name, or add a wrong submission with that fault.",
            width,
        ),
    ]


def _of_time(share: float | None) -> str:
    return "" if share is None else f", {100 * share:.0f} % of the run time"


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
    proof = (
        "No smaller set does."
        if small.exact
        else "Found greedily: a smaller set may exist."
    )
    others = f"{counted(len(reduced.tests), 'test')}{_of_time(reduced.cpu_share)}"
    return [
        f"Fewest tests that keep every kill: {len(small.tests)} of "
        f"{len(strength.matrix.tests)}{_of_time(small.cpu_share)}",
        *_names(small.tests, width),
        *_advice(
            f"{proof} `judge strength --minimize DIR` writes a package with the samples and the "
            f"other tests that it needs: {others}.",
            width,
        ),
    ]


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
    rows = []
    for bound in bounds:
        missed = []
        if not bound.low_reached:
            missed.append(f"{bound.low} NEVER REACHED, the least value is {bound.least}")
        if not bound.high_reached:
            missed.append(
                f"{bound.high} NEVER REACHED, the greatest value is {bound.greatest}"
            )
        reached = "; ".join(missed) or "both reached"
        rows.append((bound.name, f"{bound.low} to {bound.high}: {reached}"))
    return ["Bounds of the input", *_paired(rows)]


def _equal_answers(strength: Strength, width: int) -> list[str]:
    lines = [
        f"  {found.group}: {counted(found.tests, 'test')}, each with the answer {found.answer}"
        for found in strength.equal_answers
    ]
    advice = _advice("A program that prints only this answer passes the group.", width)
    return _section("Groups whose answers are all equal", lines, advice)


def _time_limit(check: TimeLimitCheck) -> list[str]:
    lines = []
    slowest, fastest = check.slowest_accepted, check.fastest_too_slow
    if slowest is not None and (check.ac_ratio is not None or slowest.at_wall):
        close = "" if check.ac_met else "  TOO CLOSE"
        bound = at_least(slowest.stopped)
        lines += [
            f"  slowest that must not time out  {bound}{slowest.cpu_s:.2f} s  {slowest.path}",
            f"    limit / slowest {_ratio(check.ac_ratio)}, wanted {check.ac_wanted:g}{close}, "
            f"on {slowest.testcase}",
        ]
    if fastest is not None:
        bound = at_least(fastest.stopped)
        close = "" if check.tle_met else "  TOO CLOSE"
        lines += [
            f"  fastest that must time out  {bound}{fastest.cpu_s:.2f} s  {fastest.path}",
            f"    fastest / limit {_ratio(check.tle_ratio, bound)}, "
            f"wanted {check.tle_wanted:g}{close}, on {fastest.testcase}",
        ]
    return _section(f"Time limit {check.limit_s:g} s, from both sides", lines)


def _ratio(ratio: float | None, bound: str = "") -> str:
    return AT_WALL if ratio is None else f"{bound or '= '}{ratio:.1f}"


def _paired(rows: Sequence[tuple[str, str]]) -> list[str]:
    size = max((len(name) for name, _ in rows), default=0)
    return [f"  {name.ljust(size)}  {words}" for name, words in rows]


def _listed(names: Sequence[str]) -> list[str]:
    return [f"  {on_one_line(name)}" for name in names]


def _names(names: Sequence[str], width: int, title: str = "") -> list[str]:
    words = title + ", ".join(map(on_one_line, names))
    return wrapped(words, width, rest="    " if title else "  ")


def _advice(words: str, width: int) -> list[str]:
    return wrapped(words, width, first="  > ", rest="    ")


def render_json(measured: MeasuredRun, medium: Medium = FILE) -> str:
    return dumped(_document(measured), medium)


def render_html(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the page: what was measured, and the run; if nothing was, the run says why."""
    report, sections = measured.run, [html.section(measured.run)]
    if measured.strength is not None:
        document = {**_document(measured), "summary": summary(report)}
        if report.facts is None or not report.facts.contents:
            document["equal_answers"] = ()
        sections.insert(0, Section("strength", document))
    return page(f"{report.problem}: judge strength", sections, medium)


def _document(measured: MeasuredRun) -> Json:
    report, strength = measured.run, measured.strength
    head: Json = {
        "problem": report.problem,
        "exit_code": report.exit_code,
        "complete": report.complete and strength is not None,
        "diagnostics": [diagnostic(found) for found in report.diagnostics],
        "machine_errors": report.machine_errors,
        "unmet": [
            {"path": s.path, "why": s.why} for s in report.submissions if s.met is False
        ],
        "wall_s": rounded(report.wall_s),
    }
    return {**head, **({} if strength is None else _strength(strength))}


def _strength(strength: Strength) -> Json:
    matrix = strength.matrix
    return {
        "tests": [
            {
                "name": test.name,
                "family": test.family,
                "kills": matrix.victims(column),
                "accepted_cpu_s": rounded(test.cpu_s),
            }
            for column, test in enumerate(matrix.tests)
        ],
        "wrong": [
            {
                "path": row.path,
                "killed_by": matrix.names(row.killers),
                "verdicts": row.verdicts,
            }
            for row in matrix.rows
        ],
        "survivors": strength.survivors,
        "true_positives": _rate(strength.accepted),
        "true_negatives": _rate(strength.rejected),
        "kill_nobody": strength.kill_nobody,
        "same_kills": strength.same_kills,
        "killed_by_one_test": strength.killed_by_one_test,
        "killed_by_one_family": strength.killed_by_one_family,
        "smallest": _subset(strength.smallest),
        "smallest_with_samples": _subset(strength.smallest_with_samples),
        "patterns": strength.patterns,
        "rank": strength.rank,
        "bounds": [_bound(bound) for bound in strength.bounds],
        "equal_answers": strength.equal_answers,
        "time_limit": _time(strength.time),
        "left_out": strength.left_out,
    }


def _rate(rate: Rate) -> Json:
    return {
        "right": rate.right,
        "of": rate.total,
        "rate": rounded(rate.value),
        "not_right": rate.not_right,
    }


def _subset(subset: Subset) -> Json:
    return {
        "tests": subset.tests,
        "exact": subset.exact,
        "accepted_cpu_s": rounded(subset.cpu_s),
        "accepted_cpu_share": rounded(subset.cpu_share),
    }


def _bound(bound: Bound) -> Json:
    # JSON has no infinity: a missing bound is null.
    return {
        key: None if isinstance(value, float) and not math.isfinite(value) else value
        for key, value in asdict(bound).items()
    }


def _time(check: TimeLimitCheck) -> Json:
    return {
        "limit_s": check.limit_s,
        "ok": check.ok,
        "slowest_accepted": check.slowest_accepted and _timing(check.slowest_accepted),
        "limit_to_slowest": check.ac_ratio,
        "limit_to_slowest_wanted": check.ac_wanted,
        "fastest_too_slow": check.fastest_too_slow and _timing(check.fastest_too_slow),
        "fastest_to_limit": check.tle_ratio,
        "fastest_to_limit_wanted": check.tle_wanted,
    }


def _timing(timing: Timing) -> Json:
    return {
        "path": timing.path,
        "test": timing.testcase,
        "cpu_s": rounded(timing.cpu_s),
        "at_least": timing.stopped,
    }


FORMATS: Mapping[str, Render[MeasuredRun]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
