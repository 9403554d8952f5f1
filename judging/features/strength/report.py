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
from judging.features.strength.groups import GroupStrength
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
from judging.reports.document import (
    Advice,
    Block,
    Chapter,
    Column,
    Document,
    Drawn,
    Fact,
    Facts,
    Items,
    Lines,
    Marked,
    Name,
    Names,
    Section,
    Several,
    Table,
    Tone,
    Where,
    Widget,
    Words,
    submission,
    test,
    text,
)
from judging.reports.document.page import section
from judging.reports.documents import Json, dumped
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import page
from judging.reports.run import html
from judging.reports.run import text as run_text
from judging.reports.run.wording import summary
from judging.reports.wording import AT_WALL, at_least, counted, on_one_line
from judging.values import Value, fields_of, told

_WIDTH = 80  # columns in a pipe or a file: lists of names are read there too

_SUBMISSION = Column("submission", "wraps")


class MeasuredRun(Value):
    """The run of every submission on every test, and what it says of the tests: None if
    the run ended without verdicts that can be trusted."""

    run: RunReport
    strength: Strength | None = None


def render_text(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the report as text, in 80 columns, or as wide as the terminal; long names
    may exceed that. If nothing could be measured, the report of the run says why."""
    if measured.strength is None:
        return run_text.render(measured.run, medium)
    document = document_of(measured.run, measured.strength)
    return text.render(document, medium, _WIDTH)


def document_of(report: RunReport, strength: Strength) -> Document:
    """Return the report as a document: what makes the tests weak comes first, what could
    go after it, figures last."""
    return Document(
        title=strength.problem,
        lead=_size(strength),
        exit_code=report.exit_code,
        summary=summary(report),
        facts=_rates(strength),
        parts=[
            _warnings(report),
            _survivors(strength),
            _unmet(report, strength),
            _kill_widget(strength),
            _groups(strength),
            _killed_by_few(strength),
            _removable(strength),
            _bounds(strength),
            _equal_answers(strength, report),
            _time_limit(strength.time),
            _left_out(strength),
            _kill_letters(strength),
            _end(report),
        ],
    )


def _size(strength: Strength) -> str:
    tests = strength.matrix.tests
    families = {test.family for test in tests}
    return f"{counted(len(tests), 'test')} in {counted(len(families), 'family', 'families')}"


def _rates(strength: Strength) -> Facts:
    return Facts(
        [
            _rate_fact("right submissions accepted", strength.accepted, "true-positive"),
            _rate_fact("wrong submissions rejected", strength.rejected, "true-negative"),
        ]
    )


def _rate_fact(label: str, rate: Rate, name: str) -> Fact:
    share = "" if rate.value is None else f" = {100 * rate.value:.1f} %"
    return Fact(label, f"{rate.right} of {rate.total}{share}", f"{name} rate")


def _warnings(report: RunReport) -> Section:
    """Return the warnings; a page has them in the section of the run."""
    warnings = [f"warning: {found.message}" for found in count_many(report.diagnostics)]
    return Section("", [Lines(warnings)], where=Where.TEXT)


def _survivors(strength: Strength) -> Section:
    return Section(
        "Survivors: wrong submissions that no test fails",
        [
            Items([submission(path) for path in strength.survivors]),
            Advice("`judge hack SUBMISSION` looks for an input that shows the fault."),
        ],
        tone=Tone.BAD,
    )


def _unmet(report: RunReport, strength: Strength) -> Section:
    """Return the expectations that are not met, except those of survivors, listed
    above."""
    unmet: list[Words] = []
    for result in report.submissions:
        if result.met is False and result.path not in strength.survivors:
            unmet.append([submission(result.path), f": {on_one_line(result.why)}"])
    return Section("Expectations not met", [Items(unmet)], tone=Tone.BAD)


def _left_out(strength: Strength) -> Section:
    return Section(
        "Left out: not judged on every test",
        [Items([submission(path) for path in strength.left_out])],
        tone=Tone.WARNING,
    )


def _kill_widget(strength: Strength) -> Section:
    rows = kills.fewest_first(strength.matrix)
    data: Json = {
        "wrong": [row.path for row in rows],
        "fewest": strength.smallest.tests,
        "idle": strength.kill_nobody,
    }
    words = (
        "Wrong submissions, those with the fewest kills first; every letter is a test that "
        "kills one."
    )
    return Section("Kills", [Advice(words), Widget("kills", data)], where=Where.PAGE)


def _kill_letters(strength: Strength) -> Section:
    return Section("", [Drawn(kills.Letters(strength.matrix))], where=Where.TEXT)


def _groups(strength: Strength) -> Section:
    """Return for each group which submissions it must stop, and which it lets pass."""
    rows: list[Sequence[Words]] = []
    for group in strength.groups:
        points = "unbounded" if group.max_score is None else f"{group.max_score:g}"
        must_fail = Several([submission(path) for path in group.must_fail])
        rows.append((Name(group.group), points, must_fail, _stopped(group)))
    columns = (
        Column("group", "name"),
        Column("points", "number", Where.PAGE),
        Column("must stop", "wraps", Where.PAGE),
        Column("what it stops", "wraps"),
    )
    return Section(
        "Groups: submissions that each must stop, by the score expected of them",
        [
            Table(columns, rows),
            Advice(
                "A submission must fail a group if it would get more points than expected by "
                "passing it. State scores in submissions.yaml; add a solution for each group "
                "that solves only the easier ones."
            ),
        ],
    )


def _stopped(group: GroupStrength) -> Words:
    total = len(group.must_fail)
    stopped = f"stops {total - len(group.lets_pass)} of {total}"
    if not total:
        stopped = "no submission must fail it alone"
    if not group.lets_pass:
        return stopped
    passing = Several([submission(path) for path in group.lets_pass])
    return [f"{stopped}, ", Marked(["LETS PASS ", passing], Tone.BAD)]


def _killed_by_few(strength: Strength) -> Chapter:
    """Return the submissions with few kills; the advice on the first ones holds for all."""
    by_test: list[Sequence[Words]] = []
    for one in strength.killed_by_one_test:
        by_test.append((submission(one.path), test(one.test)))
    by_family: list[Sequence[Words]] = []
    for some in strength.killed_by_one_family:
        tests = f", {counted(len(some.tests), 'test')}"
        by_family.append((submission(some.path), [Name(some.family), tests]))
    return Chapter(
        "Killed by few tests",
        [
            Section(
                "Killed by one test only: without it they would pass",
                [
                    Table([_SUBMISSION, Column("by this test only", "wraps")], by_test),
                    Advice(
                        "Add a second test for each that fails it for the same reason."
                    ),
                ],
            ),
            Section(
                "Killed by several tests, all of one family",
                [
                    Table(
                        [_SUBMISSION, Column("by tests of this family only", "wraps")],
                        by_family,
                    )
                ],
            ),
        ],
        apart=False,
    )


def _removable(strength: Strength) -> Chapter:
    sections = [_idle(strength), _same_kills(strength), _smallest(strength)]
    return Chapter("Tests that could be removed", sections)


def _idle(strength: Strength) -> Section:
    """Return the secret tests without a kill; samples explain the problem and need not
    kill."""
    tests = strength.matrix.tests
    secret = [each for each in tests if not each.sample]
    idle = [each for each in secret if each.name in strength.kill_nobody]
    total_s = sum(each.cpu_s for each in tests)
    idle_s = sum(each.cpu_s for each in idle)
    time = _of_time(idle_s / total_s if total_s else None)
    return Section(
        f"Secret tests that kill nothing: {len(idle)} of {len(secret)}{time}",
        [
            Names([test(each.name) for each in idle]),
            Advice(
                "They may guard against faults that no submission has yet: keep each one whose "
                "fault you can name, or add a wrong submission with that fault."
            ),
        ],
    )


def _of_time(share: float | None) -> str:
    return "" if share is None else f", {100 * share:.0f} % of the run time"


def _same_kills(strength: Strength) -> Section:
    matrix = strength.matrix
    if not matrix.rows and not strength.same_kills:
        return Section("", [])
    place = {each.name: column for column, each in enumerate(matrix.tests)}
    blocks: list[Block] = []
    for names in strength.same_kills:
        victims = len(matrix.victims(place[names[0]]))
        killed = "submission" if victims == 1 else f"{victims} submissions"
        label = f"each of these tests kills the same {killed}: "
        blocks.append(Names([test(name) for name in names], label))
    title = (
        "Tests with the same kills"
        if blocks
        else "No two tests kill the same submissions"
    )
    # The rank is at most the number of rows, and of different columns, of the matrix.
    most = min(len(matrix.rows), strength.patterns)
    sets = f"Different sets of kills: {strength.patterns}."
    blocks.append(Advice(f"{sets} Rank of the matrix: {strength.rank}, at most {most}."))
    return Section(title, blocks)


def _smallest(strength: Strength) -> Section:
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
    return Section(
        f"Fewest tests that keep every kill: {size}",
        [
            Names([test(name) for name in small.tests]),
            Advice(
                f"{proof} `judge strength --minimize DIR` writes a package with the samples and "
                f"the other tests that it needs: {written}."
            ),
        ],
    )


def _bounds(strength: Strength) -> Section:
    """Return whether the tests reach the bounds that the input validators state or, if they
    state none, those of the input format."""
    bounds = strength.bounds
    if not bounds:
        words = (
            "Let a validator write its bounds with --constraints_file FILE: then this report "
            "checks them, and `judge validate --junk` tries values outside them."
        )
        return Section(
            "Bounds of the input: no input validator names any", [Advice(words)]
        )
    rows_of: dict[str, list[Sequence[Words]]] = {}
    for bound in bounds:
        ends = f"{_end_of(bound.low)} to {_end_of(bound.high)}: "
        row: Sequence[Words] = (Name(bound.name), (ends, _reached(bound)))
        rows_of.setdefault(bound.validator, []).append(row)
    columns = (
        Column("quantity", "name"),
        Column("bounds, and whether tests reach them", "wraps"),
    )
    title = "Bounds of the input"
    if any(map(_is_described, bounds)):
        [[name, rows]] = rows_of.items()
        advice = _about_format(name, strength.not_described)
        return Section(f"{title}, from {name}", [Table(columns, rows), Advice(advice)])
    if len(rows_of) == 1:
        return Section(title, [Table(columns, rows) for rows in rows_of.values()])
    by_validator = []
    for validator, rows in rows_of.items():
        by_validator.append(Section(validator, [Table(columns, rows)]))
    return Section(title, by_validator)


def _is_described(bound: Bound | LoggedBound) -> bool:
    return isinstance(bound, Bound) and bound.described


def _about_format(name: str, not_described: int) -> str:
    """Return how far bounds that no validator states can be trusted."""
    words = (
        f"No input validator names its bounds: these are from {name}. A bound that no test "
        "reaches may be wrong: `judge describe` shows where it comes from."
    )
    if not_described:
        tests = counted(not_described, "test")
        verb = "is" if not_described == 1 else "are"
        words += f" {tests} {verb} not as described and left out."
    return words


def _end_of(bound: Number | None) -> str:
    """Return a bound in words; testlib logs none that is not the same throughout an input."""
    return "?" if bound is None else str(bound)


def _reached(bound: Bound | LoggedBound) -> Marked:
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
    if missed:
        return Marked("; ".join(missed), Tone.BAD)
    return Marked("both reached", Tone.GOOD)


def _equal_answers(strength: Strength, report: RunReport) -> Section:
    items: list[Words] = []
    for found in strength.equal_answers:
        tests = f": {counted(found.tests, 'test')}, each with the answer "
        items.append([Name(found.group), tests, Name(found.answer)])
    # An answer is the content of a file, which not every page may show.
    contents = report.facts is not None and report.facts.contents
    return Section(
        "Groups whose answers are all equal",
        [
            Items(items),
            Advice("A program that prints only this answer passes the group."),
        ],
        where=Where.EVERYWHERE if contents else Where.TEXT,
    )


def _time_limit(check: TimeLimitCheck) -> Section:
    """Return the two runs that the limit lies between, and how far each is from it."""
    runs = []
    slowest = check.slowest_accepted
    fastest = check.fastest_too_slow
    # A run of 0.00 s has no ratio and says nothing; a run that the wall limit stopped
    # has none either, and must be seen.
    if slowest is not None and (check.ac_ratio is not None or slowest.at_wall):
        title = f"slowest that must not time out  {_run_time(slowest)}"
        wanted = _wanted(check.ac_wanted, check.ac_met, slowest)
        ratio = f"limit / slowest {_ratio(check.ac_ratio)}"
        runs.append(Section(title, [Items([[f"{ratio}, {wanted}"]])]))
    if fastest is not None:
        title = f"fastest that must time out  {_run_time(fastest)}"
        wanted = _wanted(check.tle_wanted, check.tle_met, fastest)
        # A stopped run would have taken longer: its ratio is a lower bound too.
        ratio = f"fastest / limit {_ratio(check.tle_ratio, at_least(fastest.stopped))}"
        runs.append(Section(title, [Items([f"{ratio}, {wanted}"])]))
    return Section(f"Time limit {check.limit_s:g} s, from both sides", runs)


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


def _end(report: RunReport) -> Section:
    """Return why the exit code is not 0; a page begins with it."""
    why = summary(report) if report.exit_code else []
    return Section("", [Lines(why)], where=Where.TEXT)


def render_json(measured: MeasuredRun, medium: Medium = FILE) -> str:
    return dumped(_document(measured), medium)


def render_html(measured: MeasuredRun, medium: Medium = FILE) -> str:
    """Return the page: what was measured, and the run; if nothing was, the run says
    why."""
    report = measured.run
    sections = [html.section(report)]
    if measured.strength is not None:
        sections.insert(0, section(document_of(report, measured.strength)))
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
    return told(BoundObject, bound, described=_is_described(bound), **ends)


def _finite(value: Number | None) -> Number | None:
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
