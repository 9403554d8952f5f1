"""The words that every report for people uses, so that all of them say the same. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from judging.core.diagnostics import Diagnostic, Severity, errors_in
from judging.core.expectations import ANY
from judging.core.results import RunReport, Status, SubmissionResult, TestcaseResult
from judging.core.scoring import format_score
from judging.core.verdicts import Verdict

COMPILE_LINES = 20

# Control characters, what some readers take for a line break, bidirectional overrides, and halves
# of surrogate pairs: an output under test must not steer the terminal that shows it.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


class Outcome(StrEnum):
    """How a submission fared against what was expected of it."""

    MET = "ok"
    UNMET = "FAIL"
    ERROR = "ERROR"
    SKIPPED = "skip"
    UNSTATED = "-"


def outcome(submission: SubmissionResult, report: RunReport) -> Outcome:
    """ERROR: nothing can be said, and that is a fault. SKIPPED: it may be so, or a run that
    ended early never came to it."""
    if submission.status is Status.NOT_JUDGED:
        excused = report.allow_missing or not report.complete
        return Outcome.SKIPPED if excused else Outcome.ERROR
    if submission.verdict is Verdict.JE:
        return Outcome.ERROR
    if submission.met is None:
        return Outcome.UNSTATED
    return Outcome.MET if submission.met else Outcome.UNMET


def with_outcome(report: RunReport, *wanted: Outcome) -> list[SubmissionResult]:
    """The submissions that fared so, in the report's order."""
    return [s for s in report.submissions if outcome(s, report) in wanted]


def printable(text: str) -> str:
    """`text` with every character that could steer a terminal written as an escape sequence;
    tabs and line breaks stay."""
    lines = text.replace("\r\n", "\n")
    return _UNPRINTABLE.sub(lambda match: match[0].encode("unicode_escape").decode(), lines)


def on_one_line(text: str) -> str:
    """`printable`, with every run of white space made one space."""
    return " ".join(printable(text).split())


def counted(count: int, noun: str) -> str:
    """`1 test`, `2 tests`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(verdicts: Iterable[Verdict], joiner: str = ", ") -> str:
    """Verdicts in the order of the enumeration."""
    chosen = frozenset(verdicts)
    return joiner.join(verdict for verdict in Verdict if verdict in chosen)


def expected(submission: SubmissionResult) -> str:
    """The expectation, short: what some test must give, then what others may; AC goes unsaid."""
    permitted, required = submission.permitted, submission.required or frozenset()
    if permitted is None:
        return "-"
    if not required:
        return "any" if permitted >= ANY else listed(permitted, " or ")
    if Verdict.AC not in permitted:
        return f"only {listed(permitted, '/')}"
    also = permitted - required - {Verdict.AC}
    return listed(required, "/") + (f" (or {listed(also, '/')})" if also else "")


def got(submission: SubmissionResult) -> str:
    """The verdict, or `-` where there is none."""
    return submission.verdict or "-"


def headings(report: RunReport) -> list[str]:
    """The columns of a table of submissions; that of scores only where there are some."""
    names = ["submission", "language", "verdict", "expected", "max CPU", "memory", "tests"]
    return [*names[:3], "score", *names[3:]] if _scored(report) else names


def cells(submission: SubmissionResult, report: RunReport) -> list[str]:
    """What stands in the columns behind that of the submission's name."""
    return [
        language(submission, report),
        got(submission),
        *([score(submission)] if _scored(report) else []),
        expected(submission),
        max_cpu(submission),
        max_memory(submission),
        tests_run(submission),
    ]


def _scored(report: RunReport) -> bool:
    return any(submission.groups for submission in report.submissions)


def score(submission: SubmissionResult) -> str:
    """The score, or `-` where there is none."""
    return "-" if submission.score is None else format_score(submission.score)


def groups(submission: SubmissionResult) -> str:
    """The scores of the groups and what their tests gave: `secret/1 AC 30, secret/2 not run`."""
    return ", ".join(
        f"{group.name} "
        f"{f'{group.verdict} {format_score(group.score)}' if group.verdict else 'not run'}"
        for group in submission.groups
        if group.score is not None and group.name not in ("", "secret")
    )


def outcome_of(submission: SubmissionResult) -> str:
    """The verdict, with the score where there is one: `WA, score 40`."""
    score = "" if submission.score is None else f", score {format_score(submission.score)}"
    return f"{got(submission)}{score}"


def size(count: int) -> str:
    """Bytes as people read them."""
    return f"{count / 2**20:.0f} MiB" if count >= 10 * 2**20 else f"{count / 2**20:.1f} MiB"


def max_cpu(submission: SubmissionResult) -> str:
    """The CPU time of the slowest run; a lower bound when that was stopped at a limit."""
    if not submission.testcases:
        return "-"
    slowest = max(submission.testcases, key=lambda t: (t.execution.cpu_s, t.execution.stopped))
    return f"{'>= ' if slowest.execution.stopped else ''}{slowest.execution.cpu_s:.2f} s"


def max_memory(submission: SubmissionResult) -> str:
    """The largest peak of memory."""
    peak = submission.max_memory_bytes
    return "-" if peak is None else size(peak)


def tests_run(submission: SubmissionResult) -> str:
    """How many tests were run of how many."""
    total = submission.tests_total
    return f"{len(submission.testcases)}/{total}" if total else "-"


def language(submission: SubmissionResult, report: RunReport) -> str:
    """The language's display name, else its id."""
    if submission.language is None:
        return "-"
    return report.languages.get(submission.language, submission.language)


def breaking(submission: SubmissionResult) -> TestcaseResult | None:
    """The test that breaks the expectation, else the one that decides the verdict."""
    for testcase in submission.testcases:
        if testcase.verdict is Verdict.JE or testcase.name == submission.broken_on:
            return testcase
    return submission.deciding


def explanation(submission: SubmissionResult) -> str:
    """Why it was not judged, why it is not met, or what the deciding test said."""
    if submission.status is Status.NOT_JUDGED:
        return submission.reason or "not judged"
    if submission.status is Status.COMPILE_ERROR:
        return submission.why or submission.reason or "does not compile"
    testcase = breaking(submission)
    words = f"{testcase.name}: {testcase.message}" if testcase and testcase.message else ""
    return submission.why or words or (testcase.name if testcase else "")


def shortened(output: str) -> str:
    """The first lines of what a compiler said: those name the cause, the rest often follows."""
    lines = output.rstrip().splitlines()
    if len(lines) <= COMPILE_LINES:
        return output
    left_out = f"({counted(len(lines) - COMPILE_LINES, 'more line')}; the JSON report has all)"
    return "\n".join([*lines[:COMPILE_LINES], left_out])


def errors(report: RunReport) -> list[Diagnostic]:
    """The diagnostics that break the package."""
    return errors_in(report.diagnostics)


def warnings(report: RunReport) -> list[Diagnostic]:
    """The diagnostics that are worth a look."""
    return [d for d in report.diagnostics if d.severity is Severity.WARNING]


def summary(report: RunReport) -> list[str]:
    """The last lines: what was judged, what was not, and why the exit code is not 0."""
    reasons = concerns(report)
    lines = [_judged(report), _not_judged(report)]
    if not report.complete and not report.interrupted:
        lines.append("The run ended early: this report is not complete.")
    lines += [f"Also: {words}." for _, words in reasons[1:]]
    lines += [f"Exit code {code}: {words}." for code, words in reasons[:1]]
    return [line for line in lines if line]


def concerns(report: RunReport) -> list[tuple[int, str]]:
    """Every reason not to exit with 0, as (exit code, words), the one that counts first."""
    found: list[tuple[int, str]] = []
    if report.interrupted:
        found.append((130, "interrupted, this report is not complete"))
    if machine := _machine(report):
        found.append((4, machine))
    if broken := errors(report):
        count = counted(len(broken), "error")
        found.append((3, f"the package is broken ({count}), its verdicts cannot be trusted"))
    none = all(s.status is Status.NOT_JUDGED for s in report.submissions) and not report.data_only
    if report.nothing_judged or none:
        reason = report.nothing_judged or "no submission could be run"
        found.append((5, f"nothing was judged: {on_one_line(reason)}"))
    if unmet := sum(s.met is False for s in report.submissions):
        found.append(
            (1, f"{counted(unmet, 'submission')} did not meet {_their(unmet)} expectation")
        )
    return found


def _machine(report: RunReport) -> str:
    parts = []
    if report.machine_errors:
        parts.append(counted(len(report.machine_errors), "error") + " of the machine")
    missing = [s for s in report.submissions if s.status is Status.NOT_JUDGED]
    if missing and report.complete and not report.allow_missing:
        parts.append(counted(len(missing), "submission") + " could not be judged")
    return " and ".join(parts)


def _judged(report: RunReport) -> str:
    judged = [s for s in report.submissions if s.status is not Status.NOT_JUDGED]
    if report.data_only and report.complete and not errors(report):
        return f"The data is sound: {counted(report.tests_total, 'test')}."
    if not judged:
        return ""
    stated = [s for s in judged if s.met is not None]
    met = sum(s.met is True for s in stated)
    names = sorted({language(s, report) for s in judged} - {"-"}, key=str.casefold)
    where = f"on {counted(report.tests_total, 'test')}"
    where += f", in {', '.join(names)}" if names else ""
    unstated = _verdicts(s for s in judged if s.met is None)
    if not stated:
        return f"{counted(len(judged), 'submission')} judged {where}, no expectation: {unstated}."
    submissions = counted(len(stated), "submission")
    head = f"{met} of {submissions} met {_their(len(stated))} expectation {where}."
    return f"{head} Without an expectation: {unstated}." if unstated else head


def _their(count: int) -> str:
    return "its" if count == 1 else "their"


def _verdicts(submissions: Iterable[SubmissionResult]) -> str:
    counts = Counter(got(submission) for submission in submissions)
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))


def _not_judged(report: RunReport) -> str:
    missing = [s for s in report.submissions if s.status is Status.NOT_JUDGED]
    if not missing:
        return ""
    shown = [f"{on_one_line(s.path)} ({on_one_line(s.reason or 'no reason')})" for s in missing]
    judged = len(report.submissions) - len(missing)
    return f"{judged} judged, {len(missing)} not judged: {', '.join(shown)}."
