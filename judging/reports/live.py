"""What a command shows during work: the submissions, the hunt, the phases.

On a terminal the lines are drawn again and again, and removed at the end; a log gets one
line now and then. Pure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import dropwhile

from judging.core import events
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.running import Running, clock
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict
from judging.reports.medium import BOLD, GREEN, RED, YELLOW, Medium
from judging.reports.run import wording
from judging.reports.run.table import COLORS, in_order
from judging.reports.textkit import last_columns, shortened
from judging.reports.wording import counted, inline, on_one_line
from judging.values import Value, replace

_RUN = "run"
_NARROW = 80  # columns
_LOW = 5  # lines: in so few, each shows a submission
_SURE_S = 1.0  # after this time, a rate says how much is left
# Of the time limit. Such a test would fail on a machine half as fast.
_SLOW = 0.5
# So long may nothing be known of the work before the line says that there is some.
_IDLE_S = 2.0
_FULL = "\N{FULL BLOCK}"
_EMPTY = "\N{LIGHT SHADE}"


class _Span(Value):
    """A part of a line, in a colour if there is one."""

    text: str
    color: str = ""


_Line = Sequence[_Span]


@dataclass(slots=True)
class _Phase:
    """Steps of one kind. Their rate is measured from `started` to the last that is
    `ended`, without the first `skipped`."""

    started: float
    ended: float
    total: int = 0
    done: int = 0
    skipped: int = 0
    last: str = ""

    def add(self, steps: int, now: float) -> None:
        """Add steps that are to be done."""
        if self.done == self.total:  # the phase was idle: restart its clock
            self.started = now
            self.skipped = self.done
        self.total += steps

    def finish(self, step: str, cached: bool, now: float) -> None:
        self.done += 1
        self.last = step
        self.ended = now
        # A step that is recalled takes no time and tells nothing about the others.
        if cached:
            self.skipped += 1

    def left_s(self, now: float) -> float:
        """Return the seconds until all is done; 0 if nobody can know."""
        measured = self.done - self.skipped
        if measured <= 0:
            return 0.0
        rest_s = (self.total - self.done) * (self.ended - self.started) / measured
        return rest_s - (now - self.ended)


@dataclass(slots=True)
class _Row:
    """A submission whose tests run. `result` is what is known so far, `running` the
    tests that run, and when they started."""

    name: str
    result: SubmissionResult
    tests: list[TestcaseResult] = field(default_factory=list)
    running: dict[str, float] = field(default_factory=dict)
    final: bool = False

    @property
    def begun(self) -> bool:
        return bool(self.final or self.tests or self.running)

    @property
    def left(self) -> int:
        """How many tests may still run."""
        return 0 if self.final else self.result.tests_total - len(self.tests)


@dataclass(slots=True)
class _Work:
    """The phases that are not done: what is done of each, the seconds that the longest
    takes from now on, and the step that ended last."""

    parts: list[str] = field(default_factory=list)
    left_s: float = 0.0
    last_step: str = ""


@dataclass(slots=True)
class _WallTimes:
    """Wall times of the runs so far: of all, and of those that no limit stopped."""

    all_s: float = 0.0
    ended_s: float = 0.0
    ended: int = 0

    def add(self, test: TestcaseResult) -> None:
        if test.recalled:
            return
        self.all_s += test.execution.wall_s
        if not test.execution.stopped:
            self.ended += 1
            self.ended_s += test.execution.wall_s

    @property
    def mean_s(self) -> float:
        """The time of a run that ends by itself; 0 before there is one."""
        return self.ended_s / max(self.ended, 1)


class Live:
    """What the events say of the work so far. `prefix` begins the last line."""

    def __init__(self, prefix: str, now: float) -> None:
        self._prefix = prefix
        self._started = now
        self._heard = now
        self._phases: dict[str, _Phase] = {}
        self._plan = RunReport(problem="")
        self._rows: dict[str, _Row] = {}
        self._hunt: events.HuntProgress | None = None
        self._times = _WallTimes()
        # When the command must end; None without such a bound.
        self._end: float | None = None
        self._running = Running()

    # --- what happens

    def hear(self, event: events.Event, now: float) -> None:
        """Take an event that comes at `now`, in seconds of a monotonic clock."""
        self._heard = now
        self._running.hear(event, now)
        match event:
            case events.PhaseStarted(name, total):
                self._phase(name, now).add(total, now)
            case events.StepDone(name, step, cached):
                self._phase(name, now).finish(step, cached, now)
            case events.TimeBounded(seconds):
                self._end = now + seconds
            case events.RunPlanned(report):
                self._plan_runs(report)
            case events.TestcaseStarted(path, test) if path in self._rows:
                self._rows[path].running[test] = now
            case events.TestcaseDone(path, test) if path in self._rows:
                self._rows[path].tests.append(test)
                self._rows[path].running.pop(test.name, None)
                self._phases[_RUN].done += 1
                self._times.add(test)
            case events.SubmissionDone(result) if result.path in self._rows:
                self._rows[result.path].result = result
                self._rows[result.path].final = True
            case events.HuntProgress():
                self._hunt = event

    def _phase(self, name: str, now: float) -> _Phase:
        return self._phases.setdefault(name, _Phase(now, now))

    def _plan_runs(self, report: RunReport) -> None:
        """Take the plan of a run. The next run of the command starts from nothing."""
        self._phases.pop(_RUN, None)
        self._plan = report
        self._rows = {}
        for submission in in_order(report.planned, report.planned):
            name = wording.short_path(submission.path)
            self._rows[submission.path] = _Row(name, submission)

    # --- what is shown

    def lines(self, medium: Medium, height: int, now: float) -> list[str]:
        """Return at most `height` lines, each narrower than the medium."""
        width = (medium.width or _NARROW) - 1
        hunt: list[_Line] = []
        if self._hunt is not None:
            hunt = _hunt_lines(self._hunt)
        longest = max((len(row.name) for row in self._rows.values()), default=0)
        name_width = min(longest, width // 3)
        lines: list[_Line] = []
        has_heading = height > _LOW
        rows = self._in_sight(height - 1 - has_heading - len(hunt))
        if rows and has_heading:
            # The table of the report above has other columns.
            lines.append(self._heading(rows[0], name_width, width))
        for row in rows:
            lines.append(self._row(row, name_width, width))
        lines += hunt
        status = self._status(now, self._running.long_step(now), width)
        lines.append(status)
        return [_painted(line, width, medium) for line in lines[-height:] if line]

    def progress(self, now: float) -> str:
        """Return what is done on one line, for a log."""
        # Here no row of a submission shows which test runs.
        status = self._status(now, self._running.long_work(now))
        parts = ["".join(span.text for span in status)]
        if self._hunt is not None:
            progress = _hunt_lines(self._hunt)[0]
            parts.insert(0, "".join(span.text for span in progress))
        text = "  ".join(part.strip() for part in parts)
        return text or f"{self._prefix}working  {clock(now - self._started)}"

    def _in_sight(self, most: int) -> list[_Row]:
        """Return rows in work, and those that are final before one above them."""
        # The report has the rows before the first that is not final.
        rows = list(dropwhile(lambda row: row.final, self._rows.values()))
        begun = [row for row in rows if row.begun]
        begun.sort(key=lambda row: row.final)
        chosen = {row.result.path for row in begun[: max(most, 0)]}
        return [row for row in rows if row.result.path in chosen]

    def _heading(self, row: _Row, name_width: int, width: int) -> _Line:
        """Return the heading of the rows; that of the bars is short enough for all."""
        name = shortened("running now", name_width)
        tests = f"{'tests':>{_tests_width(row)}}"
        bar = f"{'of limit':{_bar_width(width)}}"
        columns = f"  {name:{name_width}}  got  {tests}  {bar}    max CPU  test"
        return [_Span(columns, BOLD)]

    def _row(self, row: _Row, name_width: int, width: int) -> _Line:
        done = replace(row.result, testcases=tuple(row.tests), status=Status.JUDGED)
        cells = wording.columns(done, self._plan)
        name = last_columns(row.name, name_width)
        tests = f"{cells['tests']:>{_tests_width(row)}}"
        verdict: Verdict | str = ""
        if done.deciding:
            verdict = done.deciding.verdict
        elif row.tests:
            verdict = Verdict.AC
        bar_width = _bar_width(width)
        bar = self._bar(done, bar_width)
        left = width - name_width - len(tests) - bar_width - 24
        return [
            _Span(f"  {name:{name_width}}  {verdict:3}  {tests}  "),
            *bar,
            _Span(f"  {cells['max CPU']:>9}  "),
            self._state(row, left),
        ]

    def _bar(self, done: SubmissionResult, width: int) -> _Line:
        """Return how much of the submission's time limit its slowest test takes."""
        share = 0.0
        limits = done.limits or self._plan.limits
        if limits is not None:
            share = (done.max_cpu_s or 0.0) / limits.time_s
        filled = min(int(share * width + 0.5), width)
        color = GREEN
        if share > 1:
            color = RED
        elif share > _SLOW:
            color = YELLOW
        return [_Span(_FULL * filled, color), _Span(_EMPTY * (width - filled))]

    def _state(self, row: _Row, width: int) -> _Span:
        """Return the outcome of a submission, or the test that runs."""
        if row.final:
            outcome = wording.outcome(row.result, self._plan)
            return _Span(outcome, COLORS[outcome])
        longest_running = next(iter(row.running), "")
        return _Span(last_columns(on_one_line(longest_running), width))

    def _status(self, now: float, waits_for: str, width: int | None = None) -> _Line:
        """Return the line of the phases: what is done, the time, the time left.

        waits_for: what has run for long; empty if nothing has.
        width: the columns that there are; words are left out if the line needs more.
        """
        work = self._work_in_phases(now)
        if not work.parts and self._hunt is None:
            if now - self._heard < _IDLE_S:
                return []
            work.parts.append("working")
        seconds = now - self._started
        time = clock(seconds) + self._left(work.left_s, seconds, now)
        heads = []
        for settled in self._settled():
            words = ", ".join(part for part in (*work.parts, settled) if part)
            heads.append(on_one_line(f"{self._prefix}{words}").strip())
        head = _first_that_fits(heads, len(f"  {time}"), width)
        doing = on_one_line(waits_for or work.last_step)
        if width is not None:
            doing = _whole_words(doing, width - len(f"{head}  {time}  "))
        return [_Span(head, BOLD), _Span(f"  {time}  {doing}")]

    def _work_in_phases(self, now: float) -> _Work:
        work = _Work()
        for name, phase in self._phases.items():
            if name == _RUN:
                # Submissions that are settled early run fewer tests than were planned.
                phase.total = phase.done + sum(row.left for row in self._rows.values())
            if phase.done >= phase.total:
                continue
            work.parts.append(f"{name} {phase.done}/{phase.total}")
            if name == _RUN:
                left_s = self._run_left_s(phase.started, now)
            else:
                left_s = phase.left_s(now)
            work.left_s = max(work.left_s, left_s)
            # The lines of a hunt say more than the name of its submission.
            work.last_step = "" if self._hunt else phase.last
        return work

    def _settled(self) -> Sequence[str]:
        """Return how many submissions are settled, in fewer words each time."""
        total = len(self._rows)
        settled = sum(row.final for row in self._rows.values())
        if settled == total:
            return [""]
        submissions = counted(total, "submission")
        return [f"{settled} of {submissions} settled", f"{settled}/{total} settled", ""]

    def _left(self, estimated_s: float, seconds: float, now: float) -> str:
        """Return how long the command still takes, if that is known.

        estimated_s: what the rates of the phases say. The phases of a command that must
        end at a certain time do not all run to their end, so only that time counts then.
        """
        if self._end is not None:
            left_s = max(self._end - now, 0.0)
            return f", at most {clock(left_s)} left"
        if estimated_s >= 1 and seconds >= _SURE_S:
            return f", about {clock(estimated_s)} left"
        return ""

    def _run_left_s(self, started: float, now: float) -> float:
        """Return the seconds that the runs will take. Submissions with the same
        expectation are expected to stop equally early, and those that must time out to
        do so once."""
        rows = self._rows.values()
        ran: Counter[object] = Counter()
        total: Counter[object] = Counter()
        for row in rows:
            if row.final:
                ran[row.result.required] += len(row.tests)
                total[row.result.required] += row.result.tests_total
        spent_s = self._times.all_s
        left_s = 0.0
        for row in rows:
            if row.final:
                continue
            kind = row.result.required or frozenset()
            share = 1.0
            if ran[kind]:
                share = ran[kind] / total[kind]
            tests_left = max(share * row.result.tests_total - len(row.tests), 0.0)
            left_s += self._times.mean_s * tests_left
            limits = row.result.limits or self._plan.limits
            if Verdict.TLE in kind and limits is not None:
                left_s += limits.kill_s
            spent_s += sum(now - start for start in row.running.values())
        # Runs go on side by side: so much wall time of runs passed in so much time.
        if not spent_s:
            return 0.0
        return left_s * (now - started) / spent_s


def _tests_width(row: _Row) -> int:
    """Return the columns of `9/9` or `100/100`, as wide as it can become, so that the
    columns stay where they are; at least those of its heading."""
    return max(2 * len(str(row.result.tests_total)) + 1, len("tests"))


def _bar_width(width: int) -> int:
    return max(width // 8, 10)


def _first_that_fits(texts: Sequence[str], others: int, width: int | None) -> str:
    """Return the first text that leaves `others` columns of the width, or the last."""
    for text in texts:
        if width is None or len(text) + others <= width:
            return text
    return texts[-1]


def _whole_words(text: str, width: int) -> str:
    """Return as many words from the beginning of a text as fit."""
    if len(text) <= width:
        return text
    if width <= 0:
        return ""
    return text[: width + 1].rpartition(" ")[0].rstrip(" :,")


def _hunt_lines(hunt: events.HuntProgress) -> list[_Line]:
    parts = [counted(hunt.tried, "input")]
    if hunt.per_second:
        parts.append(f"{hunt.per_second:,.0f}/s")
    if hunt.best:
        parts.append(hunt.best)
    name = wording.short_path(hunt.submission)
    progress = [_Span(f"  {name}  {hunt.doing}  {', '.join(parts)}")]
    if not hunt.input:
        return [progress, []]
    return [progress, [_Span(f"  | {inline(hunt.input)}")]]


def _painted(line: _Line, width: int, medium: Medium) -> str:
    """Return a line in colours, cut to `width` columns."""
    painted = ""
    for span in line:
        text = span.text[:width]
        painted += medium.paint(text, span.color)
        width -= len(text)
    return painted.rstrip()
