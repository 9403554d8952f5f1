"""The result of a submission, from the results of its tests."""

from collections.abc import Collection

from judging.core.expectations import (
    explain_undecided,
    explain_violation,
    first_violation,
    settled_after,
    verdict_of,
)
from judging.core.problem import Expectation, Submission
from judging.core.results import Status, SubmissionResult
from judging.core.scoring import Grade, Scoring, accepted_as_a_whole, explain_unmet
from judging.core.verdicts import Verdict
from judging.pipeline.scaled_times import sensitivity
from judging.pipeline.scheduling import SubmissionSchedule
from judging.programs import Executable, Rejected, Unavailable
from judging.store import key_of
from judging.values import Value, replace

# Characters of a digest in reports, 64 bits: two inputs of a test, or two versions of a
# submission, differ in them too.
DIGEST_LENGTH = 16


def judged(
    schedule: SubmissionSchedule, left_out: Collection[str], margin: float
) -> SubmissionResult:
    """Return the result of a submission that ran.

    left_out: the tests that were not chosen.
    margin: by which factor times are made shorter and longer, to see whether the result
        changes.
    """
    result = _with_verdict(schedule, left_out)
    tests = [job.testcase for job in schedule.jobs]
    limits = schedule.jobs[0].limits
    found = sensitivity(result, tests, limits, margin, schedule.scoring)
    return replace(result, sensitivity=found)


def _with_verdict(
    schedule: SubmissionSchedule, left_out: Collection[str]
) -> SubmissionResult:
    results = schedule.results
    expectation = schedule.submission.expectation
    jobs = schedule.jobs
    result = replace(
        not_yet(schedule.submission, jobs[0].program.language, len(jobs)),
        status=Status.JUDGED,
        verdict=verdict_of(results),
        testcases=tuple(results),
        limits=jobs[0].limits,
        source=source_digest(jobs[0].program),
        complete=schedule.settled,
    )
    grade = schedule.scoring.grade(results) if schedule.scoring else None
    if grade is not None:
        result = replace(
            result, verdict=grade.verdict, score=grade.score, groups=grade.groups
        )
    if expectation is None:
        return result
    if grade is not None and schedule.scoring is not None:
        # It must be accepted with less than the full score, whatever its tests give.
        if expectation.partial:
            only_accepted = frozenset({Verdict.AC})
            result = replace(result, permitted=only_accepted, required=only_accepted)
        broken = _broken_with_scores(expectation, grade, schedule.scoring, left_out)
    else:
        broken = _broken(expectation, schedule, left_out)
    if broken is not None:
        return replace(result, met=False, why=broken.why, broken_on=broken.on)
    if left_out:
        undecided = explain_undecided(expectation, results, left_out)
        if undecided:
            return replace(result, why=undecided)
    return replace(result, met=True)


class _Broken(Value):
    """Why an expectation is not met; `on`: the test whose verdict breaks it, if one does."""

    why: str
    on: str | None


def _broken(
    expectation: Expectation, schedule: SubmissionSchedule, left_out: Collection[str]
) -> _Broken | None:
    results = schedule.results
    why = explain_violation(expectation, results, left_out)
    violation = first_violation(expectation, results)
    if violation is None:
        return _Broken(why, None) if why else None
    test, _ = violation
    if not schedule.stop_early:
        stop = settled_after(expectation, results)
        if stop is not None and stop != test.name:
            why += f" (`judge run` without `--until all` stops after {stop}, before this test)"
    return _Broken(why, test.name)


def _broken_with_scores(
    expectation: Expectation, grade: Grade, rules: Scoring, left_out: Collection[str]
) -> _Broken | None:
    """The same where tests have scores: only those count that the graders look at."""
    why = ""
    on: str | None = None
    if not accepted_as_a_whole(expectation, grade, rules):
        why = explain_violation(expectation, grade.counted, left_out)
        violation = first_violation(expectation, grade.counted)
        if violation is not None:
            on = violation[0].name
    why = why or explain_unmet(expectation, grade, rules.best)
    return _Broken(why, on) if why else None


def source_digest(program: Executable) -> str:
    """Return the beginning of a digest of a program's files, which tells two versions of a
    submission apart."""
    if program.recipe is None:
        return ""
    parts: list[str] = []
    for name, digest in program.recipe.files:
        parts += [name, digest]
    return key_of(*parts)[:DIGEST_LENGTH]


def not_yet(
    submission: Submission, language: str | None, tests_total: int
) -> SubmissionResult:
    """Return what is known of a submission that was not judged."""
    expectation = submission.expectation
    rules = expectation.rules if expectation else ()
    return SubmissionResult(
        path=submission.path,
        language=language,
        status=Status.NOT_JUDGED,
        verdict=None,
        met=None,
        permitted=expectation.permitted if expectation else None,
        required=expectation.required if expectation else None,
        tests_total=tests_total,
        rules=rules if any(rule.tests for rule in rules) else (),
        expected_score=expectation.score if expectation else None,
        expected_partial=expectation.partial if expectation else False,
    )


def not_run(
    submission: Submission, built: Rejected | Unavailable, tests_total: int
) -> SubmissionResult:
    """Return the result of a submission that does not compile, or cannot be built here."""
    expectation = submission.expectation
    result = not_yet(submission, built.language, tests_total)
    if isinstance(built, Unavailable):
        return replace(result, reason=built.reason)
    result = replace(
        result,
        status=Status.COMPILE_ERROR,
        verdict=Verdict.CE,
        compile_output=built.message,
    )
    why = f"does not compile: {built.message.strip().splitlines()[0]}"
    if expectation is None:
        return replace(result, why=why)
    if Verdict.CE in expectation.required:
        return replace(result, met=True)
    return replace(result, met=False, why=why)
