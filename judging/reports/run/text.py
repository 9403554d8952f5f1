"""The report of a run for a terminal, a log or a pipe.

A table with one row per submission comes first, then everything that needs attention,
last the summary. Words from outside stand behind `| ` if they have several lines: none
of them can pass for a line of the report, nor for a `::command` to a CI system that
reads the log.
"""

from collections import deque

from judging.core.diagnostics import Diagnostic, errors_in
from judging.core.limits import Limits, format_size
from judging.core.machines import NodeInfo, SandboxInfo
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.runs import Execution
from judging.core.scoring import format_score
from judging.core.sensitivity import RepeatedTest
from judging.core.verdicts import is_in, listed
from judging.reports.medium import BOLD, FILE, Medium
from judging.reports.run import views, wording
from judging.reports.run.table import SubmissionTable, in_order
from judging.reports.run.wording import SubmissionOutcome
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
    table = SubmissionTable(report, medium)
    return [_head(report, medium), [*table.heading(), *table.rows(report.submissions)]]


def _closing(report: RunReport, medium: Medium) -> list[list[str]]:
    reasons = len(wording.conclusion(report))
    return [
        *views.of_run(report, medium),
        section("Scores", _scores(report), medium),
        *attention(report, medium),
        folded([*report.notes, *map(_node, report.nodes)], medium.width),
        conclusion(
            wording.summary(report), report.exit_code, medium, colored=max(reasons, 1)
        ),
    ]


class Streamed:
    """The text report of a run that has not ended: what can be written of it already.

    `written` is the head and the rows of all submissions before the first that is not
    final.
    """

    def __init__(self, plan: RunReport, medium: Medium) -> None:
        self._table = SubmissionTable(plan, medium)
        self._medium = medium
        self._waiting = deque(s.path for s in in_order(plan.planned, plan.planned))
        self._final: dict[str, SubmissionResult] = {}
        self.written = joined([_head(plan, medium), self._table.heading()])

    def add(self, result: SubmissionResult) -> str:
        """Take a final result and return the rows that can be written now."""
        # Submissions end in any order; rows are written in that of the table.
        self._final[result.path] = result
        ready = []
        while self._waiting and self._waiting[0] in self._final:
            ready.append(self._final[self._waiting.popleft()])
        rows = "".join(f"{line}\n" for line in self._table.rows(ready))
        self.written += rows
        return rows

    def rest(self, report: RunReport, medium: Medium) -> str:
        """Return the report without what is written; all of it if it begins
        differently."""
        # The rows were laid out for the terminal as it was when the run began.
        opening = joined(_opening(report, self._medium))
        closing = joined(_closing(report, medium))
        return f"{opening.removeprefix(self.written)}\n{closing}"


def attention(report: RunReport, medium: Medium) -> list[list[str]]:
    """Return a section for each kind of thing that needs attention; empty sections are
    left out."""
    sections = {
        "Expectations not met": _details(report, SubmissionOutcome.UNMET, medium),
        "Undecided: not all tests were chosen": _undecided(report),
        "Judge errors": _judge_errors(report, medium),
        "Not judged": _not_judged(report),
        "Without an expectation": _details(report, SubmissionOutcome.UNSTATED, medium),
        "Package errors": diagnostics(_other_errors(report)),
        "Machine errors": findings(report.machine_errors),
        "Warnings": diagnostics(_other_warnings(report)),
        "Sanitizers": wording.sanitized(report),
        "Interactions": _interactions(report),
        "Repeated runs": _reruns(report),
        wording.changed_since(report): wording.changes(report),
        "Sensitive to times": _sensitive(report),
        "Spread of times": _spread(report),
    }
    return [section(title, items, medium) for title, items in sections.items() if items]


def _other_warnings(report: RunReport) -> list[Diagnostic]:
    """Return the warnings without those of sanitizers, which have a section of their own:
    here equal ones of several files are joined, and their lines left out."""
    of_sanitizers = []
    if report.sanitized is not None:
        of_sanitizers = [each.diagnostic for each in report.sanitized.findings]
    found = wording.warnings(report)
    return [diagnostic for diagnostic in found if diagnostic not in of_sanitizers]


def _details(report: RunReport, outcome: SubmissionOutcome, medium: Medium) -> list[str]:
    """Return what is known of each submission with this outcome, if something ran."""
    items = []
    for submission in wording.with_outcome(report, outcome):
        if submission.status is Status.NOT_JUDGED:  # "Not judged" has its reason
            continue
        if outcome is SubmissionOutcome.UNSTATED and _all_accepted(submission):
            continue
        items.append(_detail(submission, report, medium))
    return items


def _judge_errors(report: RunReport, medium: Medium) -> list[str]:
    """Return each judge error once, and the submissions that met it below it. One that a
    single submission met has all that is known of the run. What the checks of the data
    found is among the package errors, with the file."""
    items = []
    for message, submissions in _by_judge_error(report).items():
        if any(_says(found, message) for found in errors_in(report.diagnostics)):
            continue
        if len(submissions) == 1:
            items.append(_detail(submissions[0], report, medium))
            continue
        lines = quoted(message)
        for submission in submissions:
            testcase = wording.breaking(submission)
            place = submission.path
            if testcase is not None:
                place += f" on {testcase.name}"
            lines.append(on_one_line(place))
        items.append("\n".join(lines))
    return items


def _by_judge_error(report: RunReport) -> dict[str, list[SubmissionResult]]:
    """Return the submissions that met each judge error, by its message."""
    by_message: dict[str, list[SubmissionResult]] = {}
    for submission in wording.with_outcome(report, SubmissionOutcome.ERROR):
        if submission.status is Status.NOT_JUDGED:  # "Not judged" has its reason
            continue
        testcase = wording.breaking(submission)
        message = testcase.message if testcase is not None else submission.path
        by_message.setdefault(message, []).append(submission)
    return by_message


def _says(found: Diagnostic, message: str) -> bool:
    """Return True for a finding about a file that has the words of a judge error."""
    return bool(message) and found.file is not None and found.message.startswith(message)


def _other_errors(report: RunReport) -> list[Diagnostic]:
    """Return the package errors without those that only running the submissions showed:
    these stand under the judge errors."""
    judged = tuple(message for message in _by_judge_error(report) if message)
    others = []
    for found in errors_in(report.diagnostics):
        if found.file is not None or not found.message.startswith(judged):
            others.append(found)
    return others


def _all_accepted(submission: SubmissionResult) -> bool:
    return bool(submission.testcases) and not submission.deciding


def _undecided(report: RunReport) -> list[str]:
    return [
        f"{on_one_line(submission.path)}: {on_one_line(submission.why)}"
        for submission in wording.with_outcome(report, SubmissionOutcome.UNDECIDED)
    ]


def _not_judged(report: RunReport) -> list[str]:
    """Return each reason once, and the submissions that it concerns below it."""
    by_reason = wording.not_judged(report)
    return ["\n".join([why, *names]) for why, names in by_reason.items()]


def _head(report: RunReport, medium: Medium) -> list[str]:
    """Return the title, then the limits and the sandbox of the run."""
    title = f"{on_one_line(report.problem)}: {_counts(report)}"
    lines = []
    if report.limits is not None and not report.data_only:
        lines.append(_limits(report, report.limits))
    if report.inferred is not None:
        lines.append(on_one_line(f"time limit {report.inferred}"))
    if report.sandbox is not None:
        lines.append(_sandbox(report.sandbox))
    return [
        medium.paint(title, BOLD),
        *folded(lines, medium.width),
        *diagnostics(report.stale),
    ]


def _counts(report: RunReport) -> str:
    """Return how much there is to judge, also if nothing could be judged."""
    if report.unchanged:
        return "unchanged"
    if (
        not report.submissions_known
        and not report.tests_known
        and report.contents is None
    ):
        return "cannot be read"
    counts = []
    if not report.data_only:
        counts.append(counted(report.submissions_known, "submission"))
    counts.append(counted(report.tests_known, "test"))
    if report.best_score is not None:
        counts.append(f"full score {format_score(report.best_score)}")
    return ", ".join(counts)


def _limits(report: RunReport, limits: Limits) -> str:
    parts = [f"time limit {limits.time_s:.2f} s (stopped at {limits.kill_s:.2f} s)"]
    parts += wording.limits_of_languages(report)
    spread = report.time_factor_spread
    if spread is not None:
        parts.append(f"time factor {report.time_factor:g} (spread {spread:.0%})")
    elif report.time_factor != 1:
        parts.append(f"time factor {report.time_factor:g}")
    parts.append(f"memory {format_size(limits.memory_bytes)}")
    parts.append(f"output {format_size(limits.output_bytes)}")
    parts.append(f"until {report.until}")
    return ", ".join(parts)


def _sandbox(sandbox: SandboxInfo) -> str:
    words = f"sandbox {sandbox.tier}"
    if sandbox.warnings:
        words += f" (weak: {'; '.join(sandbox.warnings)})"
    return on_one_line(words)


def _node(node: NodeInfo) -> str:
    if node.refused:
        return on_one_line(node.refused)
    cores = counted(node.cores, "core")
    name = on_one_line(f"Node {node.name}: {cores}, sandbox {node.tier}")
    return f"{name}, time factor {node.factor:g}" if node.factor else f"{name}."


def _detail(submission: SubmissionResult, report: RunReport, medium: Medium) -> str:
    """Return what was got and expected, why, and everything that the breaking run
    wrote."""
    lines = [_got(submission, report)]
    lines += quoted(wording.explanation(submission))
    lines += _rule(submission)
    command = wording.command_to_hack(submission, report, medium.root)
    if command:
        lines.append(f"`{on_one_line(command)}` looks for an input that shows the fault")
    testcase = wording.breaking(submission)
    if testcase is not None:
        usage = _usage(testcase.execution, testcase.reruns)
        lines.append(f"{on_one_line(testcase.name)}: {usage}")
        if submission.why and testcase.message not in submission.why:
            lines += quoted(testcase.message, "judge message")
        lines += quoted(testcase.diff, "output and answer")
        lines += quoted(testcase.dialogue, "end of the interaction")
        lines += quoted(testcase.stderr, "stderr")
    lines += quoted(wording.compile_output(submission), "compiler")
    return "\n".join(lines)


def _got(submission: SubmissionResult, report: RunReport) -> str:
    language = wording.language(submission, report)
    got = f"{on_one_line(submission.path)} ({language}): got {wording.outcome_of(submission)}"
    if submission.permitted is None:
        return got
    # The verdict is a required one: what is broken is a rule about some tests or about
    # a message, and "got WA, expected WA" would say nothing.
    required = submission.required or frozenset()
    if submission.verdict is not None and is_in(submission.verdict, required):
        return got
    return f"{got}, expected {wording.expected(submission)}"


def _interactions(report: RunReport) -> list[str]:
    """Return the recorded interactions of submissions that fail as expected."""
    items = []
    for submission in wording.with_outcome(report, SubmissionOutcome.MET):
        test = submission.deciding
        if test is not None and test.dialogue:
            head = f"{submission.path} on {test.name}: {test.verdict}, as expected"
            lines = quoted(test.dialogue, "end of the interaction")
            items.append("\n".join([on_one_line(head), *lines]))
    return items


def _rule(submission: SubmissionResult) -> list[str]:
    """Return the whole expectation, if a verdict breaks it that is not permitted."""
    permitted = submission.permitted or frozenset()
    required = submission.required or frozenset()
    if submission.broken_on is None or permitted == required or not required:
        return []
    at_least_once = listed(required, " or ")
    return [f"permitted: {listed(permitted)}; required at least once: {at_least_once}"]


def _usage(execution: Execution, reruns: int) -> str:
    words = (
        f"CPU {at_least(execution.stopped)}{execution.cpu_s:.2f} s, "
        f"wall {execution.wall_s:.2f} s, memory {format_size(execution.memory_bytes)}"
    )
    return f"{words}, shortest of {reruns + 1} runs" if reruns else words


def _scores(report: RunReport) -> list[str]:
    items = []
    for submission in report.submissions:
        groups = wording.groups(submission)
        if groups:
            score = wording.score(submission)
            items.append(on_one_line(f"{submission.path}: {score} ({groups})"))
    return items


def _reruns(report: RunReport) -> list[str]:
    """Return the number of repeated runs, and one line per submission with their
    tests."""
    runs = 0
    lines = []
    for submission in report.submissions:
        names = [test.name for test in submission.testcases if test.reruns]
        runs += len(names)
        if names:
            tests = on_one_line(", ".join(names))
            lines.append(f"{on_one_line(submission.path)}: {tests}")
    if not runs:
        return []
    one = "run close to the limit was repeated alone; its shortest time is used"
    more = "runs close to the limit were repeated alone; their shortest times are used"
    return [f"{counted(runs, one, more)}:", *lines]


def _sensitive(report: RunReport) -> list[str]:
    """Return a line for each submission whose result depends on the speed of the
    machine."""
    lines: list[str] = []
    needs_more_tests = False
    for submission in wording.sensitive(report):
        words = wording.sensitivity(submission)
        lines.append(f"{on_one_line(submission.path)}: {words}")
        if wording.leaves_result_unknown(submission):
            needs_more_tests = True
    if not lines:
        return []
    within = f"up to {report.margin:g} times shorter or longer"
    head = f"these results change if all times are {within}:"
    if needs_more_tests and report.until != "all":
        lines.append("`--until all` also runs the tests that were left out")
    return [head, *lines]


def _spread(report: RunReport) -> list[str]:
    """Return the times of the runs that `--repeat` repeated, and whether outputs are
    the same."""
    if not report.repeated:
        return []
    close = [each for each in report.repeated if each.close]
    lines = ["no run is close to a limit: no time was measured again"]
    if close:
        runs = counted(len(close[0].times_s), "run")
        lines = [f"smallest, median and largest CPU time of {runs}, one at a time:"]
        lines += map(_repeated, close)
    compared = [each for each in report.repeated if each.compared > 1]
    differing = [each for each in compared if each.differs]
    tests = counted(len(compared), "repeated run")
    if compared and not differing:
        lines.append(f"outputs of {tests} compared: none differs from the first")
    elif differing:
        names = ", ".join(dict.fromkeys(on_one_line(each.path) for each in differing))
        lines.append(f"outputs of {tests} compared: some differ, of {names}")
    return lines


def _repeated(each: RepeatedTest) -> str:
    least = at_least(each.stopped == len(each.times_s))
    most = at_least(each.stopped > 0)
    middle = at_least(2 * each.stopped > len(each.times_s))
    verdicts = ", ".join(f"{count} {verdict}" for verdict, count in each.counts.items())
    return (
        f"{on_one_line(each.path)} on {on_one_line(each.test)}: {least}{each.smallest_s:.3f} s, "
        f"{middle}{each.median_s:.3f} s, {most}{each.largest_s:.3f} s ({verdicts})"
    )
