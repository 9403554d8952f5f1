"""The report of a run for machines: one JSON object with everything that a `RunReport`
holds.

Keys are only ever added: see `judging.reports.documents`.
"""

import math
from collections.abc import Sequence

from judging.core.classify import signal_name
from judging.core.diagnostics import left_out_by
from judging.core.exit_codes import Reason
from judging.core.expectations import overall_verdict
from judging.core.limits import InferredLimit
from judging.core.problem import Expectation
from judging.core.results import (
    GroupResult,
    RunReport,
    SanitizedRuns,
    SanitizerFinding,
    SubmissionResult,
)
from judging.core.runs import TestcaseResult
from judging.core.sensitivity import RepeatedTest
from judging.core.verdicts import Verdict
from judging.reports.compared import as_object, comparison_of
from judging.reports.documents import dumped, in_order
from judging.reports.medium import FILE, Medium
from judging.reports.objects.run import (
    InferredLimitObject,
    ReasonObject,
    RepeatedObject,
    RuleObject,
    RunObject,
    SanitizerFindingObject,
    SanitizersObject,
    ScoreRangeObject,
    SubmissionObject,
    TestcaseObject,
    ToolchainObject,
)
from judging.reports.run import wording
from judging.values import told


def render(report: RunReport, medium: Medium = FILE) -> str:
    return dumped(document(report), medium)


def document(report: RunReport) -> RunObject:
    """Return the whole report, without the keys `schema` and of its origin."""
    submissions = []
    for result in report.submissions:
        tests = [testcase(test) for test in result.testcases]
        submissions.append(submission(result, tests))
    return document_of(report, submissions)


def document_of(report: RunReport, submissions: Sequence[SubmissionObject]) -> RunObject:
    """Return the document of a report with these objects as its submissions."""
    comparison = comparison_of(report)
    return told(
        RunObject,
        report,
        submissions=submissions,
        languages=dict(sorted(report.languages.items())),
        inferred_time_limit=_inferred(report.inferred),
        toolchains={
            id: ToolchainObject(name=report.languages[id], version=version)
            for id, version in report.toolchains.items()
        },
        delayed=wording.delayed(report),
        repeated=[_repeated(each) for each in report.repeated],
        reasons=[_reason(reason) for reason in report.reasons],
        compared=None if comparison is None else as_object(comparison),
        language_factors=dict(sorted(report.language_factors.items())),
        sanitizers=_sanitizers(report.sanitized),
        left_out=left_out_by(report.diagnostics),
    )


def _reason(reason: Reason) -> ReasonObject:
    return told(ReasonObject, reason, message=wording.reason_in_words(reason))


def _inferred(inferred: InferredLimit | None) -> InferredLimitObject | None:
    if inferred is None:
        return None
    return told(
        InferredLimitObject,
        inferred,
        time_s=inferred.limit_s,
        submission=inferred.slowest.path,
        testcase=inferred.slowest.testcase,
        cpu_s=inferred.slowest.cpu_s,
        language_factor=inferred.slowest.language_factor,
    )


def submission(
    submission: SubmissionResult, testcases: Sequence[TestcaseObject]
) -> SubmissionObject:
    """Return the object of a submission, with `testcases` as the value of that key."""
    deciding = submission.deciding
    sensitivity = submission.sensitivity
    return told(
        SubmissionObject,
        submission,
        permitted=_verdicts(submission.permitted),
        required=_verdicts(submission.required),
        deciding_testcase=None if deciding is None else deciding.name,
        tests_run=len(submission.testcases),
        groups=_groups(submission),
        testcases=testcases,
        rules=[_rule(rule) for rule in submission.rules],
        clear=sensitivity.clear if sensitivity else None,
        other_results=sensitivity.others if sensitivity else (),
        sensitive_tests=sensitivity.tests if sensitivity else (),
        expected_score=_score_range(submission.expected_score),
    )


def _rule(rule: Expectation) -> RuleObject:
    return told(
        RuleObject,
        rule,
        permitted=in_order(rule.permitted),
        required=in_order(rule.required),
        score=_score_range(rule.score),
    )


def _score_range(scores: tuple[float, float] | None) -> ScoreRangeObject | None:
    if scores is None:
        return None
    # JSON has no infinity: an end that is open is null.
    lowest, highest = (end if math.isfinite(end) else None for end in scores)
    return ScoreRangeObject(lowest=lowest, highest=highest)


def _repeated(each: RepeatedTest) -> RepeatedObject:
    return told(RepeatedObject, each, runs=len(each.times_s), verdicts=each.counts)


def _groups(submission: SubmissionResult) -> Sequence[GroupResult]:
    """Return the scored groups. Without any, return every folder with tests in or below
    it, and their verdict."""
    if submission.groups:
        return submission.groups
    verdicts: dict[str, list[Verdict]] = {}
    for testcase in submission.testcases:
        # A test counts for its folder and for each one above it.
        folders = testcase.name.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            verdicts.setdefault("/".join(folders[:depth]), []).append(testcase.verdict)
    return [
        GroupResult(name, overall_verdict(verdicts[name]), score=None)
        for name in sorted(verdicts)
    ]


def testcase(testcase: TestcaseResult) -> TestcaseObject:
    execution = testcase.execution
    return told(
        TestcaseObject,
        testcase,
        cpu_s=execution.cpu_s,
        wall_s=execution.wall_s,
        memory_bytes=execution.memory_bytes,
        exit_code=execution.exit_code,
        signal=None if execution.signal is None else signal_name(execution.signal),
        ending=execution.ending,
        output_bytes=execution.output_bytes,
    )


def _sanitizers(done: SanitizedRuns | None) -> SanitizersObject | None:
    if done is None:
        return None
    findings = [_sanitizer_finding(found) for found in done.findings]
    return told(SanitizersObject, done, findings=findings)


def _sanitizer_finding(found: SanitizerFinding) -> SanitizerFindingObject:
    return told(
        SanitizerFindingObject,
        found.fault,
        file=found.file,
        line=found.line,
        tests=found.tests,
    )


def _verdicts(verdicts: frozenset[Verdict] | None) -> list[Verdict] | None:
    return None if verdicts is None else in_order(verdicts)
