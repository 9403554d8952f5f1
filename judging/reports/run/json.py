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
from judging.core.limits import InferredLimit, Limits
from judging.core.machines import NodeInfo, SandboxInfo
from judging.core.problem import Expectation
from judging.core.results import RunReport, SubmissionResult
from judging.core.runs import DialogueLine, TestcaseResult
from judging.core.sanitizers import SanitizedRuns, SanitizerFinding
from judging.core.sensitivity import RepeatedTest, Sensitivity
from judging.core.verdicts import Verdict
from judging.reports.compared import as_object
from judging.reports.documents import diagnostic, dumped, in_order, rounded
from judging.reports.medium import FILE, Medium
from judging.reports.objects.run import (
    DialogueLineObject,
    GroupObject,
    InferredLimitObject,
    LimitsObject,
    NodeObject,
    OtherResultObject,
    ReasonObject,
    RepeatedObject,
    RuleObject,
    RunObject,
    SandboxObject,
    SanitizerFindingObject,
    SanitizersObject,
    ScoreRangeObject,
    SensitiveTestObject,
    SubmissionObject,
    TestcaseObject,
    ToolchainObject,
)
from judging.reports.run import wording


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
    comparison = report.compared
    return RunObject(
        problem=report.problem,
        exit_code=report.exit_code,
        complete=report.complete,
        until=report.until,
        time_factor=rounded(report.time_factor),
        sandbox=None if report.sandbox is None else sandbox(report.sandbox),
        limits=_limits(report.limits),
        diagnostics=[diagnostic(found) for found in report.diagnostics],
        submissions=submissions,
        interrupted=report.interrupted,
        allow_missing=report.allow_missing,
        machine_errors=report.machine_errors,
        nothing_judged=report.nothing_judged,
        time_factor_spread=rounded(report.time_factor_spread),
        tests_total=report.tests_total,
        wall_s=rounded(report.wall_s),
        languages=dict(sorted(report.languages.items())),
        notes=report.notes,
        inferred_time_limit=_inferred(report.inferred),
        best_score=report.best_score,
        unchanged=report.unchanged,
        toolchains={
            id: ToolchainObject(name=report.languages[id], version=version)
            for id, version in report.toolchains.items()
        },
        recalled=report.recalled,
        delayed=wording.delayed(report),
        nodes=[_node(node) for node in report.nodes],
        reasons=[_reason(reason) for reason in report.reasons],
        inputs=report.inputs,
        compared=None if comparison is None else as_object(comparison),
        language_factors=dict(sorted(report.language_factors.items())),
        margin=report.margin,
        repeated=[_repeated(each) for each in report.repeated],
        sanitizers=_sanitizers(report.sanitized),
        left_out=left_out_by(report.diagnostics),
    )


def sandbox(info: SandboxInfo) -> SandboxObject:
    return SandboxObject(
        tier=info.tier,
        warnings=info.warnings,
    )


def _limits(limits: Limits | None) -> LimitsObject | None:
    if limits is None:
        return None
    return LimitsObject(
        time_s=rounded(limits.time_s),
        kill_s=rounded(limits.kill_s),
        memory_bytes=limits.memory_bytes,
        output_bytes=limits.output_bytes,
    )


def _node(node: NodeInfo) -> NodeObject:
    return NodeObject(
        name=node.name,
        tier=node.tier,
        cores=node.cores,
        factor=node.factor,
        spread=node.spread,
        identity=node.identity,
        refused=node.refused,
    )


def _reason(reason: Reason) -> ReasonObject:
    return ReasonObject(
        kind=reason.kind,
        exit_code=reason.exit_code,
        count=reason.count,
        message=wording.reason_in_words(reason),
    )


def _inferred(inferred: InferredLimit | None) -> InferredLimitObject | None:
    if inferred is None:
        return None
    return InferredLimitObject(
        time_s=rounded(inferred.limit_s),
        submission=inferred.slowest.path,
        testcase=inferred.slowest.testcase,
        cpu_s=rounded(inferred.slowest.cpu_s),
        language_factor=inferred.slowest.language_factor,
        factor=inferred.factor,
        resolution_s=inferred.resolution_s,
        without=inferred.without,
        recalled=inferred.recalled,
    )


def submission(
    submission: SubmissionResult, testcases: Sequence[TestcaseObject]
) -> SubmissionObject:
    """Return the object of a submission, with `testcases` as the value of that key."""
    deciding = submission.deciding
    sensitivity = submission.sensitivity
    return SubmissionObject(
        path=submission.path,
        language=submission.language,
        status=submission.status,
        reason=submission.reason,
        verdict=submission.verdict,
        met=submission.met,
        permitted=_verdicts(submission.permitted),
        required=_verdicts(submission.required),
        score=submission.score,
        deciding_testcase=None if deciding is None else deciding.name,
        tests_run=len(submission.testcases),
        tests_total=submission.tests_total,
        max_cpu_s=rounded(submission.max_cpu_s),
        max_memory_bytes=submission.max_memory_bytes,
        why=submission.why,
        compile_output=submission.compile_output,
        groups=_groups(submission),
        testcases=testcases,
        complete=submission.complete,
        broken_on=submission.broken_on,
        undecided=submission.undecided,
        rules=[_rule(rule) for rule in submission.rules],
        limits=_limits(submission.limits),
        source=submission.source,
        clear=sensitivity.clear if sensitivity else None,
        other_results=_other_results(sensitivity),
        sensitive_tests=_sensitive_tests(sensitivity),
        expected_score=_score_range(submission.expected_score),
        expected_partial=submission.expected_partial,
    )


def _rule(rule: Expectation) -> RuleObject:
    return RuleObject(
        tests=rule.tests,
        permitted=in_order(rule.permitted),
        required=in_order(rule.required),
        score=_score_range(rule.score),
    )


def _score_range(scores: tuple[float, float] | None) -> ScoreRangeObject | None:
    if scores is None:
        return None
    # JSON has no infinity: an end that is open is null.
    lowest, highest = (end if math.isfinite(end) else None for end in scores)
    return ScoreRangeObject(
        lowest=lowest,
        highest=highest,
    )


def _other_results(sensitivity: Sensitivity | None) -> Sequence[OtherResultObject]:
    if sensitivity is None:
        return []
    found: list[OtherResultObject] = []
    for other in sensitivity.others:
        found.append(
            OtherResultObject(
                factor=rounded(other.factor),
                verdict=other.verdict,
                score=other.score,
            )
        )
    return found


def _sensitive_tests(sensitivity: Sensitivity | None) -> Sequence[SensitiveTestObject]:
    if sensitivity is None:
        return []
    found: list[SensitiveTestObject] = []
    for test in sensitivity.tests:
        found.append(
            SensitiveTestObject(
                name=test.name,
                verdict=test.verdict,
                other_verdict=test.other,
                factor=rounded(test.factor),
                time_s=rounded(test.time_s),
                wall=test.wall,
                stopped=test.stopped,
            )
        )
    return found


def _repeated(each: RepeatedTest) -> RepeatedObject:
    return RepeatedObject(
        path=each.path,
        test=each.test,
        close=each.close,
        runs=len(each.times_s),
        smallest_s=rounded(each.smallest_s),
        median_s=rounded(each.median_s),
        largest_s=rounded(each.largest_s),
        stopped=each.stopped,
        verdicts=each.counts,
        compared=each.compared,
        outputs=each.outputs,
    )


def _groups(submission: SubmissionResult) -> Sequence[GroupObject]:
    """Return the scored groups. Without any, return every folder with tests in or below
    it, and their verdict."""
    if submission.groups:
        return [_group(g.name, g.verdict, g.score) for g in submission.groups]
    verdicts: dict[str, list[Verdict]] = {}
    for testcase in submission.testcases:
        # A test counts for its folder and for each one above it.
        folders = testcase.name.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            verdicts.setdefault("/".join(folders[:depth]), []).append(testcase.verdict)
    return [
        _group(name, overall_verdict(verdicts[name]), None) for name in sorted(verdicts)
    ]


def _group(name: str, verdict: Verdict | None, score: float | None) -> GroupObject:
    return GroupObject(
        name=name,
        verdict=verdict,
        score=score,
    )


def testcase(testcase: TestcaseResult) -> TestcaseObject:
    execution = testcase.execution
    return TestcaseObject(
        name=testcase.name,
        verdict=testcase.verdict,
        cpu_s=rounded(execution.cpu_s),
        wall_s=rounded(execution.wall_s),
        memory_bytes=execution.memory_bytes,
        exit_code=execution.exit_code,
        signal=None if execution.signal is None else signal_name(execution.signal),
        reruns=testcase.reruns,
        message=testcase.message,
        ending=execution.ending,
        output_bytes=execution.output_bytes,
        diff=testcase.diff,
        dialogue=testcase.dialogue,
        stderr=testcase.stderr,
        score=testcase.score,
        recalled=testcase.recalled,
        node=testcase.node,
        transcript=[_dialogue_line(line) for line in testcase.transcript],
        pictures=testcase.pictures,
    )


def _dialogue_line(line: DialogueLine) -> DialogueLineObject:
    return DialogueLineObject(
        number=line.number,
        at_s=rounded(line.at_s),
        who=line.who,
        text=line.text,
    )


def _sanitizers(done: SanitizedRuns | None) -> SanitizersObject | None:
    if done is None:
        return None
    return SanitizersObject(
        programs=done.programs,
        runs=done.runs,
        findings=[_sanitizer_finding(found) for found in done.findings],
        stopped=done.stopped,
        left_out=done.left_out,
    )


def _sanitizer_finding(found: SanitizerFinding) -> SanitizerFindingObject:
    return SanitizerFindingObject(
        program=found.fault.program,
        kind=found.fault.kind,
        file=found.file,
        line=found.line,
        detail=found.fault.detail,
        tests=found.tests,
    )


def _verdicts(verdicts: frozenset[Verdict] | None) -> list[Verdict] | None:
    return None if verdicts is None else in_order(verdicts)
