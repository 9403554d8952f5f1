"""The result of a submission, from the results of its tests."""

from collections.abc import Collection
from dataclasses import replace

from judging.core.expectations import (
    explain_undecided,
    explain_violation,
    first_violation,
    overall_verdict,
    settled_after,
)
from judging.core.problem import Submission
from judging.core.results import Status, SubmissionResult
from judging.core.scoring import accepted_as_a_whole, explain_unmet
from judging.core.verdicts import Verdict
from judging.pipeline.scheduling import SubmissionSchedule
from judging.programs import Rejected, Unavailable


def judged(schedule: SubmissionSchedule, left_out: Collection[str]) -> SubmissionResult:
    """Return the result of a submission that ran; `left_out` are the tests not chosen."""
    results, expectation = schedule.results, schedule.submission.expectation
    jobs, scoring = schedule.jobs, schedule.scoring
    grade = scoring.grade(results) if scoring else None
    counted = grade.counted if grade else results
    why = explain_violation(expectation, counted, left_out) if expectation else ""
    violation = first_violation(expectation, counted) if expectation else None
    known = not_yet(schedule.submission, jobs[0].program.language, len(jobs))
    if expectation and grade and scoring:
        if accepted_as_a_whole(expectation, grade, scoring):
            why, violation = "", None
        if expectation.partial:
            only_accepted = frozenset({Verdict.AC})
            known = replace(known, permitted=only_accepted, required=only_accepted)
        why = why or explain_unmet(expectation, grade, scoring.best)
    elif expectation and violation and not schedule.stop_early:
        stop = settled_after(expectation, results)
        if stop not in (violation[0].name, None):
            why += f" (`judge run` without `--until all` stops after {stop}, before this test)"
    undecided = ""
    if expectation and not why and left_out:
        undecided = explain_undecided(expectation, results, left_out)
    return replace(
        known,
        status=Status.JUDGED,
        verdict=grade.verdict
        if grade
        else overall_verdict([test.verdict for test in results]),
        met=not why if expectation and not undecided else None,
        testcases=tuple(results),
        why=why or undecided,
        complete=schedule.settled,
        broken_on=violation[0].name if violation else None,
        score=grade.score if grade else None,
        groups=grade.groups if grade else (),
    )


def not_yet(
    submission: Submission, language: str | None, tests_total: int
) -> SubmissionResult:
    """Return what is known of a submission that was not judged."""
    expectation = submission.expectation
    return SubmissionResult(
        path=submission.path,
        language=language,
        status=Status.NOT_JUDGED,
        verdict=None,
        met=None,
        permitted=expectation.permitted if expectation else None,
        required=expectation.required if expectation else None,
        tests_total=tests_total,
    )


def not_run(
    submission: Submission, built: Rejected | Unavailable, tests_total: int
) -> SubmissionResult:
    """Return the result of a submission that does not compile, or cannot be built here."""
    expectation = submission.expectation
    result = not_yet(submission, built.language, tests_total)
    if isinstance(built, Unavailable):
        return replace(result, reason=built.reason)
    wanted = expectation is not None and Verdict.CE in expectation.required
    return replace(
        result,
        status=Status.COMPILE_ERROR,
        verdict=Verdict.CE,
        met=wanted if expectation else None,
        why=""
        if wanted
        else f"does not compile: {built.message.strip().splitlines()[0]}",
        compile_output=built.message,
    )
