"""The reports of `judge strength`: for people names and what to do about them, and
JSON.

`judge schema strength` describes the keys of the JSON object. Every exit code except 2
writes it; if nothing could be measured, `tests` and all keys after it are missing.
"""

import math
from collections.abc import Mapping, Sequence

from judging.core.diagnostics import count_many
from judging.core.limits import TimeLimitCheck, Timing
from judging.core.results import RunReport
from judging.data.bounds import Bound, LoggedBound, Number
from judging.features.strength import kills
from judging.features.strength.matrix import KillMatrix, Row
from judging.features.strength.measures import Rate, Strength
from judging.features.strength.objects import (
    BoundObject,
    RateObject,
    SlowestObject,
    StrengthObject,
    StrengthReportObject,
    TestObject,
    TimeLimitObject,
    UnmeasuredObject,
    WrongObject,
)
from judging.reports.documents import Json, as_json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import Section, page
from judging.reports.run import html, text
from judging.reports.run.wording import summary
from judging.reports.textkit import advice, joined, listed, named, table, titled
from judging.reports.wording import AT_WALL, at_least, counted, on_one_line, printable
from judging.values import Value, fields_of, told

_WIDTH = 80  # columns in a pipe or a file: lists of names are read there too


class MeasuredRun(Value):
    """The run of every submission on every test, and what it says of the tests: None if
    the run ended without verdicts that can be trusted."""

    run: RunReport
    strength: Strength | None = None


def render_text(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the report as text, in 80 columns, or as wide as the terminal; long names
    may exceed that. If nothing could be measured, the report of the run says why."""
    report = measured.run
    strength = measured.strength
    if strength is None:
        return text.render(report, medium)
    width = medium.width or _WIDTH
    sections = [
        _head(strength),
        # What makes the tests weak comes first, what could go after it, figures last.
        [f"warning: {found.message}" for found in count_many(report.diagnostics)],
        _survivors(strength, width),
        _unmet(report, strength),
        _groups(strength, width),
        # One section: the advice of the first part holds for both.
        [*_killed_by_one_test(strength, width), *_killed_by_one_family(strength)],
        _idle(strength, width),
        _same_kills(strength, width),
        _smallest(strength, width),
        _bounds(strength.bounds, width),
        _equal_answers(strength, width),
        _time_limit(strength.time),
        titled("Left out: not judged on every test", listed(strength.left_out)),
        kills.lines_of(strength.matrix, width),
    ]
    if report.exit_code:
        sections.append(summary(report))
    return printable(joined(sections))


def _head(strength: Strength) -> list[str]:
    tests = strength.matrix.tests
    families = {test.family for test in tests}
    size = f"{counted(len(tests), 'test')} in {counted(len(families), 'family', 'families')}"
    return [
        f"{on_one_line(strength.problem)}: {size}",
        f"right submissions accepted  {_share_of(strength.accepted)}  (true-positive rate)",
        f"wrong submissions rejected  {_share_of(strength.rejected)}  (true-negative rate)",
    ]


def _share_of(rate: Rate) -> str:
    share = "" if rate.value is None else f" = {100 * rate.value:.1f} %"
    return f"{rate.right} of {rate.total}{share}"


def _survivors(strength: Strength, width: int) -> list[str]:
    what_to_do = "`judge hack SUBMISSION` looks for an input that shows the fault."
    return titled(
        "Survivors: wrong submissions that no test fails",
        listed(strength.survivors),
        advice(what_to_do, width),
    )


def _unmet(report: RunReport, strength: Strength) -> list[str]:
    """Return the expectations that are not met, except those of survivors, listed
    above."""
    unmet = []
    for submission in report.submissions:
        if submission.met is False and submission.path not in strength.survivors:
            unmet.append(f"{submission.path}: {submission.why}")
    return titled("Expectations not met", listed(unmet))


def _groups(strength: Strength, width: int) -> list[str]:
    """Return for each group which submissions it must stop, and which it lets pass."""
    rows = []
    for group in strength.groups:
        total = len(group.must_fail)
        stopped = f"stops {total - len(group.lets_pass)} of {total}"
        if not total:
            stopped = "no submission must fail it alone"
        if group.lets_pass:
            stopped += f", LETS PASS {', '.join(group.lets_pass)}"
        rows.append((group.group, stopped))
    return titled(
        "Groups: submissions that each must stop, by the score expected of them",
        table(rows, indent="  "),
        advice(
            "A submission must fail a group if it would get more points than expected by "
            "passing it. State scores in submissions.yaml; add a solution for each group "
            "that solves only the easier ones.",
            width,
        ),
    )


def _killed_by_one_test(strength: Strength, width: int) -> list[str]:
    rows = [(found.path, found.test) for found in strength.killed_by_one_test]
    return titled(
        "Killed by one test only: without it they would pass",
        table(rows, indent="  "),
        advice("Add a second test for each that fails it for the same reason.", width),
    )


def _killed_by_one_family(strength: Strength) -> list[str]:
    rows = []
    for found in strength.killed_by_one_family:
        tests = counted(len(found.tests), "test")
        rows.append((found.path, f"{found.family}, {tests}"))
    title = "Killed by several tests, all of one family"
    return titled(title, table(rows, indent="  "))


def _idle(strength: Strength, width: int) -> list[str]:
    """Return the secret tests without a kill; samples explain the problem and need not
    kill."""
    tests = strength.matrix.tests
    secret = [test for test in tests if not test.sample]
    idle = [test for test in secret if test.name in strength.kill_nobody]
    total_s = sum(test.cpu_s for test in tests)
    idle_s = sum(test.cpu_s for test in idle)
    time = _of_time(idle_s / total_s if total_s else None)
    return titled(
        f"Secret tests that kill nothing: {len(idle)} of {len(secret)}{time}",
        named([test.name for test in idle], width),
        advice(
            "They may guard against faults that no submission has yet: keep each one whose "
            "fault you can name, or add a wrong submission with that fault.",
            width,
        ),
    )


def _of_time(share: float | None) -> str:
    return "" if share is None else f", {100 * share:.0f} % of the run time"


def _same_kills(strength: Strength, width: int) -> list[str]:
    matrix = strength.matrix
    if not matrix.rows and not strength.same_kills:
        return []
    place = {test.name: column for column, test in enumerate(matrix.tests)}
    lines = ["No two tests kill the same submissions"]
    if strength.same_kills:
        lines = ["Tests with the same kills"]
    for names in strength.same_kills:
        victims = len(matrix.victims(place[names[0]]))
        killed = "submission" if victims == 1 else f"{victims} submissions"
        lines += named(names, width, f"each of these tests kills the same {killed}: ")
    # The rank is at most the number of rows, and of different columns, of the matrix.
    most = min(len(matrix.rows), strength.patterns)
    sets = f"Different sets of kills: {strength.patterns}."
    return [
        *lines,
        *advice(f"{sets} Rank of the matrix: {strength.rank}, at most {most}.", width),
    ]


def _smallest(strength: Strength, width: int) -> list[str]:
    """Return the fewest tests with every kill, and how many they are with the
    samples."""
    small = strength.smallest
    with_samples = strength.smallest_with_samples
    total = len(strength.matrix.tests)
    size = f"{len(small.tests)} of {total}{_of_time(small.accepted_cpu_share)}"
    proof = "Found greedily: a smaller set may exist."
    if small.exact:
        proof = "No smaller set does."
    written = f"{counted(len(with_samples.tests), 'test')}{_of_time(with_samples.accepted_cpu_share)}"
    return titled(
        f"Fewest tests that keep every kill: {size}",
        named(small.tests, width),
        advice(
            f"{proof} `judge strength --minimize DIR` writes a package with the samples and the "
            f"other tests that it needs: {written}.",
            width,
        ),
    )


def _bounds(bounds: Sequence[Bound | LoggedBound], width: int) -> list[str]:
    """Return whether the tests reach the bounds that the input validators state."""
    if not bounds:
        return [
            "Bounds of the input: no input validator names any",
            *advice(
                "Let a validator write its bounds with --constraints_file FILE: then this report "
                "checks them, and `judge validate --junk` tries values outside them.",
                width,
            ),
        ]
    rows_of: dict[str, list[Sequence[str]]] = {}
    for bound in bounds:
        ends = f"{_end(bound.low)} to {_end(bound.high)}"
        row = (bound.name, f"{ends}: {_reached(bound)}")
        rows_of.setdefault(bound.validator, []).append(row)
    lines = ["Bounds of the input"]
    for validator, rows in rows_of.items():
        if len(rows_of) > 1:
            lines.append(f"  {validator}")
        lines += table(rows, indent="  " if len(rows_of) == 1 else "    ")
    return lines


def _end(bound: Number | None) -> str:
    """Return a bound in words; testlib logs none that is not the same throughout an input."""
    return "?" if bound is None else str(bound)


def _reached(bound: Bound | LoggedBound) -> str:
    least = greatest = ""
    if isinstance(bound, Bound):  # testlib logs no values
        least = f" (smallest value {bound.least})"
        greatest = f" (largest value {bound.greatest})"
    missed = []
    if not bound.low_reached:
        low = "smallest" if bound.low is None else bound.low
        missed.append(f"{low} NOT REACHED{least}")
    if not bound.high_reached:
        high = "largest" if bound.high is None else bound.high
        missed.append(f"{high} NOT REACHED{greatest}")
    return "; ".join(missed) or "both reached"


def _equal_answers(strength: Strength, width: int) -> list[str]:
    lines = []
    for found in strength.equal_answers:
        tests = counted(found.tests, "test")
        lines.append(f"  {found.group}: {tests}, each with the answer {found.answer}")
    return titled(
        "Groups whose answers are all equal",
        lines,
        advice("A program that prints only this answer passes the group.", width),
    )


def _time_limit(check: TimeLimitCheck) -> list[str]:
    """Return the two runs that the limit lies between, and how far each is from it."""
    lines = []
    slowest = check.slowest_accepted
    fastest = check.fastest_too_slow
    # A run of 0.00 s has no ratio and says nothing; a run that the wall limit stopped
    # has none either, and must be seen.
    if slowest is not None and (check.ac_ratio is not None or slowest.at_wall):
        ratio = _ratio(check.ac_ratio)
        lines += [
            f"  slowest that must not time out  {_run_time(slowest)}",
            f"    limit / slowest {ratio}, {_wanted(check.ac_wanted, check.ac_met, slowest)}",
        ]
    if fastest is not None:
        # A stopped run would have taken longer: its ratio is a lower bound too.
        ratio = _ratio(check.tle_ratio, at_least(fastest.stopped))
        lines += [
            f"  fastest that must time out  {_run_time(fastest)}",
            f"    fastest / limit {ratio}, {_wanted(check.tle_wanted, check.tle_met, fastest)}",
        ]
    return titled(f"Time limit {check.limit_s:g} s, from both sides", lines)


def _run_time(timing: Timing) -> str:
    time = f"{at_least(timing.stopped)}{timing.cpu_s:.2f} s  {timing.path}"
    if timing.language_factor == 1:
        return time
    return f"{time} (factor {timing.language_factor:g} of its language)"


def _wanted(wanted: float, met: bool, timing: Timing) -> str:
    """Return the ratio that is wanted, a mark if it is not reached, and the test of the
    run."""
    close = "" if met else "  TOO CLOSE"
    return f"wanted {wanted:g}{close}, on {timing.testcase}"


def _ratio(ratio: float | None, bound: str = "") -> str:
    if ratio is None:
        return AT_WALL
    return f"{bound or '= '}{ratio:.1f}"


def render_json(measured: MeasuredRun, medium: Medium = FILE) -> str:
    return dumped(_document(measured), medium)


def render_html(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the page: what was measured, and the run; if nothing was, the run says
    why."""
    report = measured.run
    sections = [html.section(report)]
    if measured.strength is not None:
        document: Json = {**as_json(_document(measured)), "summary": summary(report)}
        if report.facts is None or not report.facts.contents:
            document["equal_answers"] = ()  # an answer is the content of a file
        sections.insert(0, Section("strength", document))
    return page(f"{report.problem}: judge strength", sections, medium)


def _document(measured: MeasuredRun) -> StrengthReportObject:
    report = measured.run
    strength = measured.strength
    unmet = [submission for submission in report.submissions if submission.met is False]
    document = told(
        UnmeasuredObject,
        report,
        complete=report.complete and strength is not None,
        unmet=unmet,
    )
    if strength is None:
        return document
    return _strength(strength, document)


def _strength(strength: Strength, document: UnmeasuredObject) -> StrengthObject:
    matrix = strength.matrix
    return told(
        StrengthObject,
        strength,
        **fields_of(document),
        tests=[_test(matrix, column) for column in range(len(matrix.tests))],
        wrong=[_wrong(matrix, row) for row in matrix.rows],
        true_positives=_rate(strength.accepted),
        true_negatives=_rate(strength.rejected),
        bounds=[_bound(bound) for bound in strength.bounds],
        time_limit=_time(strength.time),
    )


def _test(matrix: KillMatrix, column: int) -> TestObject:
    test = matrix.tests[column]
    return told(
        TestObject, test, kills=matrix.victims(column), accepted_cpu_s=test.cpu_s
    )


def _wrong(matrix: KillMatrix, row: Row) -> WrongObject:
    return told(WrongObject, row, killed_by=matrix.names(row.killers))


def _rate(rate: Rate) -> RateObject:
    return RateObject(
        right=rate.right,
        of=rate.total,
        rate=rate.value,
        not_right=rate.not_right,
    )


# Some validators log no values, and some bounds have one end.
_ENDS = ("low", "high", "least", "greatest")


def _bound(bound: Bound | LoggedBound) -> BoundObject:
    ends = {name: _finite(getattr(bound, name, None)) for name in _ENDS}
    return told(BoundObject, bound, **ends)


def _finite(value: float | None) -> float | None:
    """Return a number, or None for infinity, which JSON does not have."""
    return value if value is not None and math.isfinite(value) else None


def _time(check: TimeLimitCheck) -> TimeLimitObject:
    return TimeLimitObject(
        limit_s=check.limit_s,
        ok=check.ok,
        slowest_accepted=_timing(check.slowest_accepted),
        limit_to_slowest=check.ac_ratio,
        limit_to_slowest_wanted=check.ac_wanted,
        fastest_too_slow=_timing(check.fastest_too_slow),
        fastest_to_limit=check.tle_ratio,
        fastest_to_limit_wanted=check.tle_wanted,
    )


def _timing(timing: Timing | None) -> SlowestObject | None:
    if timing is None:
        return None
    return told(SlowestObject, timing, test=timing.testcase, at_least=timing.stopped)


FORMATS: Mapping[str, Render[MeasuredRun]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
