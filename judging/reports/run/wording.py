"""What the formats of a run's report have in common: outcomes, cells, explanations, the
summary. Pure."""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from judging.core.classify import delay_matters
from judging.core.diagnostics import (
    Diagnostic,
    errors_in,
    first_of,
    left_out_by,
    warnings_in,
)
from judging.core.exit_codes import ExitCode, Reason, ReasonKind
from judging.core.limits import format_size
from judging.core.results import RunReport, Status, SubmissionResult
from judging.core.runs import TestcaseResult
from judging.core.scoring import format_score
from judging.core.sensitivity import OtherResult, SensitiveTest
from judging.core.verdicts import Verdict, is_in
from judging.reports.expected import expected_result
from judging.reports.wording import at_least, counted, interrupted_while, on_one_line

# The first errors name the cause, and later ones often follow from them.
_COMPILE_LINES = 20


class SubmissionOutcome(StrEnum):
    """How a submission did against its expectation, the gravest first."""

    ERROR = "ERROR"
    UNMET = "FAIL"
    SKIPPED = "skip"
    UNDECIDED = "?"
    UNSTATED = "-"
    MET = "ok"


def outcome(submission: SubmissionResult, report: RunReport) -> SubmissionOutcome:
    """Return the outcome: ERROR if a fault left no verdict, SKIPPED if a missing
    verdict is allowed or the run ended before it."""
    if submission.status is Status.NOT_JUDGED:
        if report.allow_missing or not report.complete:
            return SubmissionOutcome.SKIPPED
        return SubmissionOutcome.ERROR
    if submission.verdict is Verdict.JE:
        return SubmissionOutcome.ERROR
    if submission.met is None:
        if submission.undecided:
            return SubmissionOutcome.UNDECIDED
        return SubmissionOutcome.UNSTATED
    return SubmissionOutcome.MET if submission.met else SubmissionOutcome.UNMET


def with_outcome(
    report: RunReport, *wanted: SubmissionOutcome
) -> list[SubmissionResult]:
    """Return the submissions with one of these outcomes, in the report's order."""
    return [s for s in report.submissions if outcome(s, report) in wanted]


def limits_of_languages(report: RunReport) -> list[str]:
    """Return the time limit of each language that was used and has a factor."""
    if report.limits is None:
        return []
    found = []
    for id, name in report.languages.items():
        factor = report.language_factors.get(id, 1.0)
        if factor != 1:
            time_s = report.limits.times(factor).time_s
            found.append(f"{name} {time_s:.2f} s (factor {factor:g})")
    return found


def expected(submission: SubmissionResult) -> str:
    """Return the expectation in short."""
    return expected_result(submission)


def short_path(path: str) -> str:
    """Return the name of a submission with its folder."""
    return on_one_line("/".join(path.split("/")[-2:]))


def columns(submission: SubmissionResult, report: RunReport) -> dict[str, str]:
    """Return what a table shows of a submission after its name, by heading; `score`
    only if some submission has one."""
    scored = any(s.groups for s in (*report.planned, *report.submissions))
    peak = submission.max_memory_bytes
    total = submission.tests_total
    cells = {
        "language": language(submission, report),
        "verdict": submission.verdict or "-",
    }
    if scored:
        cells["score"] = score(submission)
    cells["expected"] = expected(submission)
    cells["max CPU"] = _max_cpu(submission)
    cells["memory"] = "-" if peak is None else format_size(peak)
    cells["tests"] = f"{len(submission.testcases)}/{total}" if total else "-"
    return cells


def score(submission: SubmissionResult) -> str:
    return "-" if submission.score is None else format_score(submission.score)


def groups(submission: SubmissionResult) -> str:
    """Return the verdict and score of each group: `secret/1 AC 30, secret/2 not run`."""
    parts = []
    for group in submission.groups:
        # The root and `secret` have the score of the submission, which its row shows.
        if group.score is None or group.name in ("", "secret"):
            continue
        if group.verdict:
            parts.append(f"{group.name} {group.verdict} {format_score(group.score)}")
        else:
            parts.append(f"{group.name} not run")
    return ", ".join(parts)


def outcome_of(submission: SubmissionResult) -> str:
    """Return the verdict, with the score if there is one: `WA, score 40`."""
    verdict = submission.verdict or "-"
    if submission.score is None:
        return verdict
    return f"{verdict}, score {score(submission)}"


def sensitive(report: RunReport) -> list[SubmissionResult]:
    """Return the submissions whose results would change with other times."""
    found: list[SubmissionResult] = []
    for submission in report.submissions:
        if submission.sensitivity is not None and not submission.sensitivity.clear:
            found.append(submission)
    return found


def sensitivity(submission: SubmissionResult) -> str:
    """Return which result a submission would get with other times, and on which tests
    that depends; empty if it is clear."""
    found = submission.sensitivity
    if found is None or found.clear:
        return ""
    now = outcome_of(submission)
    others = [_other_result(other, now) for other in found.others]
    tests = first_of([_sensitive_test(test) for test in found.tests])
    return f"{now}, but {' and '.join(others)}: {tests}"


def leaves_result_unknown(submission: SubmissionResult) -> bool:
    """True when tests that did not run would decide about the result with other times."""
    found = submission.sensitivity
    if found is None or len(submission.testcases) == submission.tests_total:
        return False
    known_tests = not any(test.stopped for test in found.tests)
    return known_tests and any(other.verdict is None for other in found.others)


def _other_result(other: OtherResult, now: str) -> str:
    if other.verdict is None:
        words = "unknown"
    else:
        words = other.verdict.value
        if other.score is not None:
            words += f", score {format_score(other.score)}"
    if words == now:
        words = "other groups"
    return f"{words} with times {other.factor:.2f} times as long"


def _sensitive_test(test: SensitiveTest) -> str:
    time = f"{at_least(test.stopped)}{test.time_s:.2f} s"
    if test.wall:
        time += " on the clock"
    return f"{on_one_line(test.name)} ({time})"


def _max_cpu(submission: SubmissionResult) -> str:
    """Return the CPU time of the slowest run, as a lower bound if a limit stopped that
    run."""
    if not submission.testcases:
        return "-"
    runs = [test.execution for test in submission.testcases]
    # Of two equal times that of a stopped run is the longer: it is a lower bound.
    slowest = max(runs, key=lambda run: (run.cpu_s, run.stopped))
    return f"{at_least(slowest.stopped)}{slowest.cpu_s:.2f} s"


def language(submission: SubmissionResult, report: RunReport) -> str:
    """Return the display name of the language, else its id."""
    name = submission.language or "-"
    return report.languages.get(name, name)


def breaking(submission: SubmissionResult) -> TestcaseResult | None:
    """Return the test that breaks the expectation, else the test that decides the
    verdict."""
    for testcase in submission.testcases:
        if testcase.verdict is Verdict.JE or testcase.name == submission.broken_on:
            return testcase
    return submission.deciding


def explanation(submission: SubmissionResult) -> str:
    """Return why the submission was not judged or its expectation not met, else the
    message of the deciding test."""
    if submission.status is Status.NOT_JUDGED:
        return submission.reason or "not judged"
    if submission.why:
        return submission.why
    if submission.status is Status.COMPILE_ERROR:
        return submission.reason or "does not compile"
    testcase = breaking(submission)
    if testcase is None:
        return ""
    return f"{testcase.name}: {testcase.message}" if testcase.message else testcase.name


def compile_output(submission: SubmissionResult) -> str:
    """Return the first lines of the compiler's output, which name the cause; empty if
    the explanation has all of it."""
    output = submission.compile_output
    if output.strip() in explanation(submission):
        return ""
    lines = output.rstrip().splitlines()
    left_out = len(lines) - _COMPILE_LINES
    if left_out <= 0:
        return output
    note = f"({counted(left_out, 'more line')}; the JSON report has all)"
    return "\n".join([*lines[:_COMPILE_LINES], note])


def warnings(report: RunReport) -> list[Diagnostic]:
    """Return the diagnostics that do not break the package; the head of the report has
    those on data that is out of date."""
    stale = set(report.stale)
    return [found for found in warnings_in(report.diagnostics) if found not in stale]


def sanitized(report: RunReport) -> list[str]:
    """Return what sanitizers reported, and what was not run with them; [] unless they
    were asked for."""
    done = report.sanitized
    if done is None:
        return []
    lines = [on_one_line(str(found.diagnostic)) for found in done.findings]
    faults = counted(len(done.findings), "fault") if done.findings else "no fault"
    runs = counted(done.runs, "run")
    programs = counted(len(done.programs), "program")
    lines.append(f"{faults} in {runs} of {programs}")
    if done.stopped:
        stopped = counted(len(done.stopped), "run was stopped", "runs were stopped")
        which = on_one_line(first_of(done.stopped))
        lines.append(f"{stopped} at a limit, before the end of the program: {which}")
    for reason, names in done.left_out.items():
        lines.append(on_one_line(f"without sanitizers: {first_of(names)}: {reason}"))
    return lines


def changes(report: RunReport) -> list[str]:
    """Return what changed since the report that `--compare` names; [] without one."""
    if report.compared is None:
        return []
    # Most runs are compared with nothing, and start faster without it.
    from judging.reports import compared

    comparison = compared.comparison_of(report)
    assert comparison is not None
    found = []
    for change in compared.changes(comparison):
        found.append(on_one_line(f"{change.path}: {change.words}"))
    if not found:
        found.append("no verdict, and no ratio of times that is far from what is usual")
    ratios = compared.ratios_in_words(comparison)
    if ratios:
        found.append(on_one_line(ratios))
    return [
        *found,
        *map(on_one_line, compared.doubts(comparison, comparison.reports[:1])),
    ]


def changed_since(report: RunReport) -> str:
    """Return the title of what changed: since which report."""
    if report.compared is None:
        return ""
    # As in `changes`.
    from judging.reports import compared

    comparison = compared.comparison_of(report)
    assert comparison is not None
    since = comparison.reports[0]
    origin = compared.origin(since, comparison)
    return on_one_line(f"Changed since {since.label}, {origin}")


def not_judged(report: RunReport) -> dict[str, list[str]]:
    """Return the submissions that were not judged, by reason."""
    reasons: dict[str, list[str]] = {}
    # By reason: a toolchain that is missing concerns many submissions.
    for submission in report.submissions:
        if submission.status is Status.NOT_JUDGED:
            names = reasons.setdefault(on_one_line(explanation(submission)), [])
            names.append(on_one_line(submission.path))
    return reasons


def summary(report: RunReport) -> list[str]:
    """Return the last lines: what was judged, what was not, and why the exit code is
    not 0."""
    lines = [
        _judged(report),
        _recalled(report),
        _delayed(report),
        _not_judged(report),
        left_out(report.diagnostics),
    ]
    nothing_judged = ExitCode.NOTHING_JUDGED in reasons_by_code(report)
    # "Nothing was judged" and "interrupted" imply it.
    if not (report.complete or report.interrupted or nothing_judged):
        lines.append("The run ended early: this report is incomplete.")
    return [*(line for line in lines if line), *conclusion(report)]


def conclusion(report: RunReport) -> list[str]:
    """Return the exit code with the reason that decides it, then the other reasons; []
    for 0."""
    reasons = reasons_by_code(report)
    deciding = report.exit_code
    lines = []
    if deciding in reasons:
        lines.append(f"Exit code {deciding}: {reasons.pop(deciding)}.")
    if ExitCode.NOTHING_JUDGED in reasons and not report.nothing_judged:
        reasons[ExitCode.NOTHING_JUDGED] = "nothing was judged"  # the exit code says why
    for words in reasons.values():
        lines.append(f"{words[0].upper()}{words[1:]}.")
    return lines


def reasons_by_code(report: RunReport) -> dict[ExitCode, str]:
    """Return the reasons not to exit with 0 in words, by exit code; the first one
    decides."""
    words: dict[ExitCode, list[str]] = {}
    for reason in report.reasons:
        words.setdefault(reason.exit_code, []).append(reason_in_words(reason))
    return {code: ", and ".join(parts) for code, parts in words.items()}


def reason_in_words(reason: Reason) -> str:
    """Return a reason as a clause that follows `Exit code 3: `."""
    match reason.kind:
        case ReasonKind.INTERRUPTED:
            return interrupted_while(
                reason.detail, "interrupted, this report is incomplete"
            )
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
            return counted(
                reason.count,
                "submission did not meet its expectation",
                "submissions did not meet their expectation",
            )


def _judged(report: RunReport) -> str:
    """Return how many submissions met their expectation, on how many tests, in which
    languages."""
    if report.unchanged:
        return f"Nothing to judge: {on_one_line(report.unchanged)}."
    tests = counted(report.tests_total, "test")
    faulty = errors_in(report.diagnostics) or report.machine_errors
    if report.data_only and report.complete and not faulty:
        return f"The data is sound: {tests}.{_unstated(report)}"
    judged = [s for s in report.submissions if s.status is not Status.NOT_JUDGED]
    if not judged:
        return ""
    where = f"on {tests}{_in_languages(judged, report)}"
    without = _without_expectation(judged)
    stated = [s for s in judged if s.met is not None or s.undecided]
    if not stated:
        return f"{counted(len(judged), 'submission')} judged {where}, no expectation: {without}."
    met = sum(s.met is True for s in stated)
    all_stated = counted(
        len(stated),
        "submission met its expectation",
        "submissions met their expectation",
    )
    sentences = [f"{met} of {all_stated} {where}."]
    undecided = sum(s.undecided for s in stated)
    if undecided:
        sentences.append(f"{undecided} undecided: not all tests were chosen.")
    if without:
        sentences.append(f"Without an expectation: {without}.")
    if report.interrupted:
        sentences += _not_reached(report)
    return " ".join(sentences)


def _unstated(report: RunReport) -> str:
    """Return a sentence about the submissions of which nothing is expected, where none was
    judged; "" without."""
    if report.contents is None or not report.contents.unstated:
        return ""
    count = counted(report.contents.unstated, "submission")
    return f" Without an expectation: {count}."


def left_out(diagnostics: Iterable[Diagnostic]) -> str:
    """Return which files look like tests or submissions and are not judged; "" without."""
    names = [on_one_line(name) for name in left_out_by(diagnostics)]
    if not names:
        return ""
    what = counted(
        len(names),
        "file that looks like a test or a submission",
        "files that look like tests or submissions",
    )
    return f"Left out: {what} ({first_of(names)}); the messages about them say why."


def _not_reached(report: RunReport) -> list[str]:
    """Return a sentence about the submissions that an interrupt left without a result:
    they are in no row."""
    left = len(report.planned) - len(report.submissions)
    if left <= 0:
        return []
    count = counted(left, "submission was", "submissions were")
    return [f"{count} not judged to the end."]


def _in_languages(judged: Sequence[SubmissionResult], report: RunReport) -> str:
    names = {language(submission, report) for submission in judged} - {"-"}
    if not names:
        return ""
    return f", in {', '.join(sorted(names, key=str.casefold))}"


def _without_expectation(judged: Sequence[SubmissionResult]) -> str:
    """Return how many submissions without an expectation got each verdict: `2 AC, 1
    WA`."""
    verdicts: Counter[str] = Counter()
    for submission in judged:
        if submission.met is None and not submission.undecided:
            verdicts[submission.verdict or "-"] += 1
    return ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))


def _recalled(report: RunReport) -> str:
    if not report.recalled:
        return ""
    total = sum(len(submission.testcases) for submission in report.submissions)
    return (
        f"{report.recalled:,} of {counted(total, 'result')} recalled from earlier runs."
    )


def delayed(report: RunReport) -> int:
    """Return how many of the runs that were made now are not kept, because other
    programs had the cores that they needed."""
    count = 0
    for submission in report.submissions:
        limits = submission.limits or report.limits
        if limits is None:
            continue
        for test in submission.testcases:
            # A run that was repeated is not kept on an idle machine either.
            if test.recalled or test.reruns or test.verdict is Verdict.JE:
                continue
            if delay_matters(test.execution, limits):
                count += 1
    return count


def _delayed(report: RunReport) -> str:
    count = delayed(report)
    if not count:
        return ""
    return (
        f"{counted(count, 'result')} not kept for the next run: this machine is busy, and "
        "other programs had the cores."
    )


def command_to_hack(submission: SubmissionResult, report: RunReport, root: str) -> str:
    """Return the command that looks for the test which the package lacks, if a submission
    must fail and every test accepts it; "" for others.

    root: the folder of the package, if the command is not given inside of it.
    """
    required = submission.required or frozenset()
    must_fail = bool(required) and not is_in(Verdict.AC, required)
    accepted = bool(submission.testcases) and submission.deciding is None
    can_be_hunted = report.contents is not None and report.contents.huntable
    if submission.met is not False or not (must_fail and accepted and can_be_hunted):
        return ""
    command = ["judge", "hack", submission.path]
    if root:
        command += ["--problem", root]
    return shlex.join(command)


def _not_judged(report: RunReport) -> str:
    reasons = not_judged(report)
    if not reasons:
        return ""
    missing = sum(map(len, reasons.values()))
    judged = len(report.submissions) - missing
    parts = [f"{first_of(names)} ({why})" for why, names in reasons.items()]
    return f"{judged} judged, {missing} not judged: {'; '.join(parts)}."
