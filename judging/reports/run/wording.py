"""What the formats of a run's report have in common: outcomes, cells, explanations, the summary.
Pure."""

from collections import Counter
from enum import StrEnum

from judging.core.diagnostics import Diagnostic, Severity, errors_in, first_of
from judging.core.exit_codes import ExitCode, Reason, ReasonKind
from judging.core.expectations import ANY
from judging.core.limits import format_size
from judging.core.results import RunReport, Status, SubmissionResult, TestcaseResult
from judging.core.scoring import format_score
from judging.core.verdicts import Verdict, listed
from judging.reports.wording import at_least, counted, on_one_line

_COMPILE_LINES = 20


class Outcome(StrEnum):
    """How a submission did against its expectation, the gravest first."""

    ERROR = "ERROR"
    UNMET = "FAIL"
    SKIPPED = "skip"
    UNDECIDED = "?"
    UNSTATED = "-"
    MET = "ok"


def outcome(submission: SubmissionResult, report: RunReport) -> Outcome:
    """Return the outcome: ERROR if a fault left no verdict, SKIPPED if a missing verdict is allowed
    or the run ended before it."""
    if submission.status is Status.NOT_JUDGED:
        excused = report.allow_missing or not report.complete
        return Outcome.SKIPPED if excused else Outcome.ERROR
    if submission.verdict is Verdict.JE:
        return Outcome.ERROR
    if submission.met is None:
        return Outcome.UNDECIDED if submission.undecided else Outcome.UNSTATED
    return Outcome.MET if submission.met else Outcome.UNMET


def with_outcome(report: RunReport, *wanted: Outcome) -> list[SubmissionResult]:
    """Return the submissions with one of these outcomes, in the report's order."""
    return [s for s in report.submissions if outcome(s, report) in wanted]


def expected(submission: SubmissionResult) -> str:
    """Return the expectation in short: verdicts that some test must give, then verdicts that others
    may give. AC is left out where it goes without saying."""
    permitted, required = submission.permitted, submission.required or frozenset()
    if permitted is None:
        return "-"
    if not required:
        return "any" if permitted >= ANY else listed(permitted, " or ")
    if Verdict.AC not in permitted:
        return f"only {listed(permitted, '/')}"
    also = permitted - required - {Verdict.AC}
    return listed(required, "/") + (f" (or {listed(also, '/')})" if also else "")


def short_path(path: str) -> str:
    """Return the name of a submission with its folder."""
    return on_one_line("/".join(path.split("/")[-2:]))


def columns(submission: SubmissionResult, report: RunReport) -> dict[str, str]:
    """Return what a table shows of a submission after its name, by heading; `score` only if some
    submission has one."""
    scored = any(s.groups for s in (*report.planned, *report.submissions))
    peak, total = submission.max_memory_bytes, submission.tests_total
    return {
        "language": language(submission, report),
        "verdict": submission.verdict or "-",
        **({"score": score(submission)} if scored else {}),
        "expected": expected(submission),
        "max CPU": _max_cpu(submission),
        "memory": "-" if peak is None else format_size(peak),
        "tests": f"{len(submission.testcases)}/{total}" if total else "-",
    }


def score(submission: SubmissionResult) -> str:
    return "-" if submission.score is None else format_score(submission.score)


def groups(submission: SubmissionResult) -> str:
    """Return the verdict and score of each group: `secret/1 AC 30, secret/2 not run`."""
    parts = []
    for group in submission.groups:
        if group.score is not None and group.name not in ("", "secret"):
            score = (
                f"{group.verdict} {format_score(group.score)}"
                if group.verdict
                else "not run"
            )
            parts.append(f"{group.name} {score}")
    return ", ".join(parts)


def outcome_of(submission: SubmissionResult) -> str:
    """Return the verdict, with the score if there is one: `WA, score 40`."""
    scored = "" if submission.score is None else f", score {score(submission)}"
    return f"{submission.verdict or '-'}{scored}"


def _max_cpu(submission: SubmissionResult) -> str:
    """Return the CPU time of the slowest run, as a lower bound if a limit stopped that run."""
    if not submission.testcases:
        return "-"
    slowest = max(
        submission.testcases, key=lambda t: (t.execution.cpu_s, t.execution.stopped)
    )
    return f"{at_least(slowest.execution.stopped)}{slowest.execution.cpu_s:.2f} s"


def language(submission: SubmissionResult, report: RunReport) -> str:
    """Return the display name of the language, else its id."""
    name = submission.language or "-"
    return report.languages.get(name, name)


def breaking(submission: SubmissionResult) -> TestcaseResult | None:
    """Return the test that breaks the expectation, else the test that decides the verdict."""
    for testcase in submission.testcases:
        if testcase.verdict is Verdict.JE or testcase.name == submission.broken_on:
            return testcase
    return submission.deciding


def explanation(submission: SubmissionResult) -> str:
    """Return why the submission was not judged or its expectation not met, else the message of the
    deciding test."""
    if submission.status is Status.NOT_JUDGED:
        return submission.reason or "not judged"
    if submission.status is Status.COMPILE_ERROR:
        return submission.why or submission.reason or "does not compile"
    testcase = breaking(submission)
    words = (
        f"{testcase.name}: {testcase.message}" if testcase and testcase.message else ""
    )
    return submission.why or words or (testcase.name if testcase else "")


def compile_output(submission: SubmissionResult) -> str:
    """Return the first lines of the compiler's output, which name the cause; empty if the
    explanation has all of it."""
    output = submission.compile_output
    lines = output.rstrip().splitlines()
    if output.strip() in explanation(submission):
        return ""
    if len(lines) <= _COMPILE_LINES:
        return output
    left_out = (
        f"({counted(len(lines) - _COMPILE_LINES, 'more line')}; the JSON report has all)"
    )
    return "\n".join([*lines[:_COMPILE_LINES], left_out])


def warnings(report: RunReport) -> list[Diagnostic]:
    """Return the diagnostics that do not break the package; those on stale data stand elsewhere."""
    warnings = [d for d in report.diagnostics if d.severity is Severity.WARNING]
    return [warning for warning in warnings if warning not in report.stale]


def not_judged(report: RunReport) -> dict[str, list[str]]:
    """Return the submissions that were not judged, by reason."""
    reasons: dict[str, list[str]] = {}
    for submission in report.submissions:
        if submission.status is Status.NOT_JUDGED:
            names = reasons.setdefault(on_one_line(explanation(submission)), [])
            names.append(on_one_line(submission.path))
    return reasons


def summary(report: RunReport) -> list[str]:
    """Return the last lines: what was judged, what was not, and why the exit code is not 0."""
    lines = [_judged(report), _recalled(report), _not_judged(report)]
    if not report.complete and not report.interrupted:
        lines.append("The run ended early: this report is incomplete.")
    reasons = reasons_by_code(report)
    deciding = report.exit_code
    for code, words in reasons.items():
        if code is not deciding:
            lines.append(f"Also: {words}.")
    if deciding in reasons:
        lines.append(f"Exit code {deciding}: {reasons[deciding]}.")
    return [line for line in lines if line]


def reasons_by_code(report: RunReport) -> dict[ExitCode, str]:
    """Return the reasons not to exit with 0 in words, by exit code; the first one decides."""
    words: dict[ExitCode, list[str]] = {}
    for reason in report.reasons:
        words.setdefault(reason.exit_code, []).append(reason_in_words(reason))
    return {code: ", and ".join(parts) for code, parts in words.items()}


def reason_in_words(reason: Reason) -> str:
    """Return a reason as a clause that follows `Exit code 3: `."""
    match reason.kind:
        case ReasonKind.INTERRUPTED:
            return "interrupted, this report is incomplete"
        case ReasonKind.MACHINE_ERROR:
            return counted(reason.count, "machine error")
        case ReasonKind.NOT_JUDGED:
            return f"{counted(reason.count, 'submission')} could not be judged"
        case ReasonKind.BROKEN_PACKAGE:
            errors = counted(reason.count, "error")
            return f"the package is broken ({errors}): its verdicts cannot be trusted"
        case ReasonKind.NOTHING_JUDGED:
            why = on_one_line(reason.detail or "no submission could be run")
            return f"nothing was judged: {why}"
        case ReasonKind.UNMET:
            one, more = "submission did not meet its", "submissions did not meet their"
            return f"{counted(reason.count, one, more)} expectation"


def _judged(report: RunReport) -> str:
    if report.unchanged:
        return f"Nothing to judge: {on_one_line(report.unchanged)}."
    judged = [s for s in report.submissions if s.status is not Status.NOT_JUDGED]
    if report.data_only and report.complete and not errors_in(report.diagnostics):
        return f"The data is sound: {counted(report.tests_total, 'test')}."
    if not judged:
        return ""
    stated = [s for s in judged if s.met is not None or s.undecided]
    met = sum(s.met is True for s in stated)
    names = sorted({language(s, report) for s in judged} - {"-"}, key=str.casefold)
    where = f"on {counted(report.tests_total, 'test')}"
    where += f", in {', '.join(names)}" if names else ""
    others = Counter(
        s.verdict or "-" for s in judged if s.met is None and not s.undecided
    )
    unstated = ", ".join(
        f"{count} {verdict}" for verdict, count in sorted(others.items())
    )
    if not stated:
        return f"{counted(len(judged), 'submission')} judged {where}, no expectation: {unstated}."
    one, more = "submission met its expectation", "submissions met their expectation"
    head = f"{met} of {counted(len(stated), one, more)} {where}."
    if undecided := sum(s.undecided for s in stated):
        head += f" {undecided} undecided: not all tests were chosen."
    return f"{head} Without an expectation: {unstated}." if unstated else head


def _recalled(report: RunReport) -> str:
    total = sum(len(submission.testcases) for submission in report.submissions)
    recalled = (
        f"{report.recalled} of {counted(total, 'result')} recalled from earlier runs."
    )
    return recalled if report.recalled else ""


def _not_judged(report: RunReport) -> str:
    reasons = not_judged(report)
    if not reasons:
        return ""
    missing = sum(map(len, reasons.values()))
    parts = [f"{first_of(names)} ({why})" for why, names in reasons.items()]
    return f"{len(report.submissions) - missing} judged, {missing} not judged: {'; '.join(parts)}."
