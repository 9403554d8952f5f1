"""What a terminal shows while a command works: the submissions in work, the hunt, and the phases.

The lines are drawn again and again, and removed at the end. Pure.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from judging.core import events
from judging.core.results import RunReport, Status, SubmissionResult, TestcaseResult
from judging.core.verdicts import Verdict
from judging.reports.medium import BOLD, GREEN, RED, YELLOW, Medium
from judging.reports.run import wording
from judging.reports.run.table import COLORS, in_order
from judging.reports.textkit import last_columns as ending
from judging.reports.wording import counted, inline, on_one_line

_RUN = "run"
_NARROW = 80  # columns
_SURE_S = 1.0  # after this time, a rate says how much is left
_Line = Sequence[tuple[str, str]]  # texts and their colours
_FULL, _EMPTY = "\N{FULL BLOCK}", "\N{LIGHT SHADE}"


@dataclass(slots=True)
class _Phase:
    """Steps of one kind. Their rate is measured from `started` to the last that is `ended`, without
    the first `skipped`."""

    started: float
    ended: float
    total: int = 0
    done: int = 0
    skipped: int = 0
    last: str = ""

    def left_s(self, now: float) -> float:
        """Return the seconds until all is done; 0 if nobody can know."""
        if (measured := self.done - self.skipped) <= 0:
            return 0.0
        rest_s = (self.total - self.done) * (self.ended - self.started) / measured
        return rest_s - (now - self.ended)


@dataclass(slots=True)
class _Row:
    """A submission whose tests run. `result` is what is known so far, `running` the tests that run,
    and when they started."""

    name: str
    result: SubmissionResult
    tests: list[TestcaseResult] = field(default_factory=list)
    running: dict[str, float] = field(default_factory=dict)
    final: bool = False

    @property
    def left(self) -> int:
        """How many tests may still run."""
        return 0 if self.final else self.result.tests_total - len(self.tests)


class Live:
    """What the events say of the work so far. `prefix` begins the last line."""

    def __init__(self, prefix: str, now: float) -> None:
        self._prefix, self._started = prefix, now
        self._phases: dict[str, _Phase] = {}
        self._plan = RunReport("")
        self._rows: dict[str, _Row] = {}
        self._hunt: events.HuntProgress | None = None
        self._spent_s = self._ended_s = (
            0.0  # wall time of all runs, and of those not stopped
        )
        self._ended = 0

    def hear(self, event: events.Event, now: float) -> None:
        """Take an event that comes at the time `now`, on a monotonic clock in seconds."""
        match event:
            case events.PhaseStarted(name, total):
                phase = self._phases.setdefault(name, _Phase(now, now))
                if phase.done == phase.total:  # it rested: measure anew
                    phase.started, phase.skipped = now, phase.done
                phase.total += total
            case events.StepDone(name, step, cached):
                phase = self._phases.setdefault(name, _Phase(now, now))
                phase.done, phase.last, phase.ended = phase.done + 1, step, now
                phase.skipped += cached
            case events.RunPlanned(report):
                self._phases.pop(_RUN, None)
                self._plan = report
                ordered = in_order(report.planned, report.planned)
                self._rows = {
                    s.path: _Row(wording.short_path(s.path), s) for s in ordered
                }
            case events.TestcaseStarted(path, test) if path in self._rows:
                self._rows[path].running[test] = now
            case events.TestcaseDone(path, test) if path in self._rows:
                self._rows[path].tests.append(test)
                self._rows[path].running.pop(test.name, None)
                self._phases[_RUN].done += 1
                if not test.recalled:
                    wall_s, ended = test.execution.wall_s, not test.execution.stopped
                    self._spent_s, self._ended = (
                        self._spent_s + wall_s,
                        self._ended + ended,
                    )
                    self._ended_s += wall_s * ended
            case events.SubmissionDone(result) if result.path in self._rows:
                self._rows[result.path].result, self._rows[result.path].final = (
                    result,
                    True,
                )
            case events.HuntProgress():
                self._hunt = event

    def lines(self, medium: Medium, height: int, now: float) -> list[str]:
        """Return at most `height` lines, none of which fills the width of the medium."""
        width = (medium.width or _NARROW) - 1
        hunt = _hunt_lines(self._hunt) if self._hunt else []
        rows = self._in_sight(height - 1 - len(hunt))
        room = min(
            max((len(row.name) for row in self._rows.values()), default=0), width // 3
        )
        lines = [
            *(self._row(row, room, width) for row in rows),
            *hunt,
            self._status(now),
        ]
        return [_painted(line, width, medium) for line in lines[-height:] if line]

    def _in_sight(self, most: int) -> list[_Row]:
        """Return the rows in work, then those that are final before one above them is."""
        rows = list(dropwhile(lambda row: row.final, self._rows.values()))
        begun = [row for row in rows if row.final or row.tests or row.running]
        begun.sort(key=lambda row: row.final)
        paths = {row.result.path for row in begun[: max(most, 0)]}
        return [row for row in rows if row.result.path in paths]

    def _row(self, row: _Row, room: int, width: int) -> _Line:
        size = max(width // 8, 10)
        done = replace(row.result, testcases=tuple(row.tests), status=Status.JUDGED)
        cells = wording.columns(done, self._plan)
        slowest = done.max_cpu_s or 0.0
        share = slowest / self._plan.limits.time_s if self._plan.limits else 0.0
        filled = min(int(share * size + 0.5), size)
        color = RED if share > 1 else YELLOW if share > 0.5 else GREEN
        verdict = (
            done.deciding.verdict if done.deciding else Verdict.AC if row.tests else ""
        )
        tests = f"{cells['tests']:>{2 * len(str(done.tests_total)) + 1}}"
        left = width - room - len(tests) - size - 24
        state, paint = ending(on_one_line(next(iter(row.running), "")), left), ""
        if row.final:
            state = wording.outcome(row.result, self._plan)
            paint = COLORS[state]
        return [
            (f"  {ending(row.name, room):{room}}  {verdict:3}  {tests}  ", ""),
            (_FULL * filled, color),
            (f"{_EMPTY * (size - filled)}  {cells['max CPU']:>9}  ", ""),
            (state, paint),
        ]

    def _status(self, now: float) -> _Line:
        """Return the line of the phases: what is done of each, the time, and the time left."""
        parts, left_s, step = [], 0.0, ""
        for name, phase in self._phases.items():
            if name == _RUN:
                phase.total = phase.done + sum(row.left for row in self._rows.values())
            if phase.done < phase.total:
                parts.append(f"{name} {phase.done}/{phase.total}")
                seconds = (
                    self._run_s(phase.started, now)
                    if name == _RUN
                    else phase.left_s(now)
                )
                left_s, step = max(left_s, seconds), "" if self._hunt else phase.last
        if not parts and self._hunt is None:
            return []
        settled = sum(row.final for row in self._rows.values())
        if settled < len(self._rows):
            parts.append(
                f"{settled} of {counted(len(self._rows), 'submission')} settled"
            )
        seconds = now - self._started
        left = (
            f", about {_clock(left_s)} left"
            if left_s >= 1 and seconds >= _SURE_S
            else ""
        )
        head = on_one_line(f"{self._prefix}{', '.join(parts)}").strip()
        return [(head, BOLD), (f"  {_clock(seconds)}{left}  {on_one_line(step)}", "")]

    def _run_s(self, started: float, now: float) -> float:
        """Return the seconds that the runs will take. Submissions with the same expectation are
        expected to stop equally early, and those that must time out to do so once."""
        rows = self._rows.values()
        ran, total = Counter[object](), Counter[object]()
        for row in (row for row in rows if row.final):
            ran[row.result.required] += len(row.tests)
            total[row.result.required] += row.result.tests_total
        spent_s, left_s, mean_s = self._spent_s, 0.0, self._ended_s / max(self._ended, 1)
        for row in (row for row in rows if not row.final):
            kind = row.result.required or frozenset()
            share = ran[kind] / total[kind] if ran[kind] else 1.0
            left_s += mean_s * max(share * row.result.tests_total - len(row.tests), 0.0)
            if Verdict.TLE in kind and self._plan.limits is not None:
                left_s += self._plan.limits.kill_s
            spent_s += sum(now - start for start in row.running.values())
        return left_s * (now - started) / spent_s if spent_s else 0.0


def _hunt_lines(hunt: events.HuntProgress) -> list[_Line]:
    tried = counted(hunt.tried, "input")
    rate = f", {hunt.per_second:,.0f}/s" if hunt.per_second else ""
    best = f", {hunt.best}" if hunt.best else ""
    line = f"  {wording.short_path(hunt.submission)}  {hunt.doing}  {tried}{rate}{best}"
    return [[(line, "")], [(f"  | {inline(hunt.input)}", "")] if hunt.input else []]


def _painted(line: _Line, width: int, medium: Medium) -> str:
    painted = ""
    for text, color in line:
        painted += medium.paint(text[:width], color)
        width -= len(text[:width])
    return painted.rstrip()


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
