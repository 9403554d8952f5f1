"""The report of a run for a terminal, a log or a pipe.

A table with one row per submission comes first, then everything that needs attention, last the
summary. Words from outside stand behind `| ` if they have several lines: none of them can pass for
a line of the report, nor for a `::command` to a CI system that reads the log.
"""

from collections import deque

from judging.core.diagnostics import errors_in
from judging.core.limits import format_size
from judging.core.results import Execution, NodeInfo, RunReport, Status, SubmissionResult
from judging.core.scoring import format_score
from judging.core.verdicts import is_in, listed
from judging.reports.medium import BOLD, FILE, Medium
from judging.reports.run import views, wording
from judging.reports.run.table import Table, in_order
from judging.reports.run.wording import Outcome
from judging.reports.textkit import (
    conclusion,
    diagnostics,
    findings,
    folded,
    joined,
    quoted,
    section,
)
from judging.reports.wording import at_least, counted, on_one_line


def render(report: RunReport, medium: Medium = FILE) -> str:
    """Return the report as text. No row of the table is wider than the medium."""
    return joined([*_opening(report, medium), *_closing(report, medium)])


def _opening(report: RunReport, medium: Medium) -> list[list[str]]:
    table = Table(report, medium)
    return [_head(report, medium), [*table.heading(), *table.rows(report.submissions)]]


def _closing(report: RunReport, medium: Medium) -> list[list[str]]:
    return [
        *views.of_run(report, medium),
        section("Scores", _scores(report), medium),
        *attention(report, medium),
        folded([*report.notes, *map(_node, report.nodes)], medium.width),
        conclusion(wording.summary(report), report.exit_code, medium),
    ]


class Streamed:
    """The text report of a run that has not ended: what can be written of it already.

    `written` is the head and the rows of all submissions before the first that is not final.
    """

    def __init__(self, plan: RunReport, medium: Medium) -> None:
        self._table, self._medium = Table(plan, medium), medium
        self._waiting = deque(s.path for s in in_order(plan.planned, plan.planned))
        self._final: dict[str, SubmissionResult] = {}
        self.written = joined([_head(plan, medium), self._table.heading()])

    def add(self, result: SubmissionResult) -> str:
        """Take a final result and return the rows that can be written now."""
        self._final[result.path] = result
        ready = []
        while self._waiting and self._waiting[0] in self._final:
            ready.append(self._final[self._waiting.popleft()])
        rows = "".join(f"{line}\n" for line in self._table.rows(ready))
        self.written += rows
        return rows

    def rest(self, report: RunReport, medium: Medium) -> str:
        """Return the report without what is written; all of it if it begins differently."""
        opening = joined(_opening(report, self._medium))
        return (
            f"{opening.removeprefix(self.written)}\n{joined(_closing(report, medium))}"
        )


def attention(report: RunReport, medium: Medium) -> list[list[str]]:
    """Return a section for each kind of thing that needs attention; empty sections are left out."""
    failed = wording.with_outcome(report, Outcome.ERROR)
    failed = [s for s in failed if s.status is not Status.NOT_JUDGED]
    unmet = wording.with_outcome(report, Outcome.UNMET)
    unstated = wording.with_outcome(report, Outcome.UNSTATED)
    unstated = [s for s in unstated if s.testcases == () or s.deciding]
    missing = [
        f"{why}\n" + "\n".join(names)
        for why, names in wording.not_judged(report).items()
    ]
    sections = {
        "Expectations not met": [_detail(s, report) for s in unmet],
        "Undecided: not all tests were chosen": [
            f"{on_one_line(s.path)}: {on_one_line(s.why)}"
            for s in wording.with_outcome(report, Outcome.UNDECIDED)
        ],
        "Judge errors": [_detail(s, report) for s in failed],
        "Not judged": missing,
        "Without an expectation": [_detail(s, report) for s in unstated],
        "Package errors": diagnostics(errors_in(report.diagnostics)),
        "Machine errors": findings(report.machine_errors),
        "Warnings": diagnostics(wording.warnings(report)),
        "Interactions": _interactions(report),
        "Repeated runs": _reruns(report),
    }
    return [section(title, items, medium) for title, items in sections.items() if items]


def _head(report: RunReport, medium: Medium) -> list[str]:
    counts = [counted(report.tests_total, "test")]
    if not report.data_only:
        counts.insert(
            0, counted(len(report.planned or report.submissions), "submission")
        )
    if report.best_score is not None:
        counts.append(f"full score {format_score(report.best_score)}")
    title = medium.paint(f"{on_one_line(report.problem)}: {', '.join(counts)}", BOLD)
    lines = []
    if (limits := report.limits) and not report.data_only:
        spread = report.time_factor_spread
        measured = f" (spread {spread:.0%})" if spread is not None else ""
        stated = measured or report.time_factor != 1
        factor = f", time factor {report.time_factor:g}{measured}" if stated else ""
        lines.append(
            f"time limit {limits.time_s:.2f} s (stopped at {limits.kill_s:.2f} s){factor}, "
            f"memory {format_size(limits.memory_bytes)}, "
            f"output {format_size(limits.output_bytes)}, until {report.until}"
        )
    if report.inferred is not None:
        lines.append(on_one_line(f"time limit {report.inferred}"))
    if sandbox := report.sandbox:
        warnings = f" (weak: {'; '.join(sandbox.warnings)})" if sandbox.warnings else ""
        lines.append(on_one_line(f"sandbox {sandbox.tier}{warnings}"))
    return [title, *folded(lines, medium.width), *diagnostics(report.stale)]


def _node(node: NodeInfo) -> str:
    if node.refused:
        return on_one_line(node.refused)
    name = on_one_line(
        f"Node {node.name}: {counted(node.cores, 'core')}, sandbox {node.tier}"
    )
    return f"{name}, time factor {node.factor:g}" if node.factor else f"{name}."


def _detail(submission: SubmissionResult, report: RunReport) -> str:
    # A required verdict that is the submission's: a rule about some tests is broken, or a message.
    required = submission.required or frozenset()
    fits = submission.verdict is not None and is_in(submission.verdict, required)
    silent = submission.permitted is None or fits
    wanted = "" if silent else f", expected {wording.expected(submission)}"
    head = f"{on_one_line(submission.path)} ({wording.language(submission, report)})"
    lines = [f"{head}: got {wording.outcome_of(submission)}{wanted}"]
    lines += quoted(wording.explanation(submission))
    lines += _rule(submission)
    if (testcase := wording.breaking(submission)) is not None:
        lines.append(
            f"{on_one_line(testcase.name)}: {_usage(testcase.execution, testcase.reruns)}"
        )
        if submission.why and testcase.message not in submission.why:
            lines += quoted(testcase.message, "judge message")
        lines += quoted(testcase.diff, "output and answer")
        lines += quoted(testcase.dialogue, "end of the interaction")
        lines += quoted(testcase.stderr, "stderr")
    lines += quoted(wording.compile_output(submission), "compiler")
    return "\n".join(lines)


def _interactions(report: RunReport) -> list[str]:
    """Return the recorded interactions of submissions that fail as expected."""
    items = []
    for submission in wording.with_outcome(report, Outcome.MET):
        if (test := submission.deciding) and test.dialogue:
            head = on_one_line(
                f"{submission.path} on {test.name}: {test.verdict}, as expected"
            )
            items.append(
                "\n".join([head, *quoted(test.dialogue, "end of the interaction")])
            )
    return items


def _rule(submission: SubmissionResult) -> list[str]:
    """Return the whole expectation, if a verdict breaks it that is not permitted."""
    permitted, required = (
        submission.permitted or frozenset(),
        submission.required or frozenset(),
    )
    if submission.broken_on is None or permitted == required or not required:
        return []
    at_least_once = listed(required, " or ")
    return [f"permitted: {listed(permitted)}; required at least once: {at_least_once}"]


def _usage(execution: Execution, reruns: int) -> str:
    words = (
        f"CPU {at_least(execution.stopped)}{execution.cpu_s:.2f} s, wall {execution.wall_s:.2f} s, "
        f"memory {format_size(execution.memory_bytes)}"
    )
    return f"{words}, shortest of {reruns + 1} runs" if reruns else words


def _scores(report: RunReport) -> list[str]:
    return [
        on_one_line(f"{submission.path}: {wording.score(submission)} ({groups})")
        for submission in report.submissions
        if (groups := wording.groups(submission))
    ]


def _reruns(report: RunReport) -> list[str]:
    """Return the number of repeated runs, and one line per submission with their tests."""
    rerun = [
        (s.path, [t.name for t in s.testcases if t.reruns]) for s in report.submissions
    ]
    runs = sum(len(names) for _, names in rerun)
    if not runs:
        return []
    lines = [
        f"{on_one_line(path)}: {on_one_line(', '.join(n))}" for path, n in rerun if n
    ]
    one = "run close to the limit was repeated alone; its shortest time is used"
    more = "runs close to the limit were repeated alone; their shortest times are used"
    return [f"{counted(runs, one, more)}:", *lines]
