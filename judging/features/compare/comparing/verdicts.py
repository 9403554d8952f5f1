"""Verdicts, scores and expectations that differ between reports. Pure."""

from collections.abc import Iterator, Sequence

from judging.features.compare.comparing.aligned import AlignedProblem
from judging.features.compare.comparing.recorded import RecordedSubmission
from judging.reports.comparison import (
    RecordedOutcome,
    SubmissionDifference,
    TestDifference,
)


def differences(aligned: AlignedProblem) -> Iterator[SubmissionDifference]:
    """Yield each submission of a problem on which the reports do not agree."""
    for path in aligned.shared:
        submissions = aligned.submissions(path)
        found = SubmissionDifference(
            problem=aligned.name,
            path=path,
            language=aligned.language_of(path),
            outcomes=tuple(map(_outcome, submissions)),
            tests=tuple(_tests(submissions, aligned)),
        )
        if found.differs_as_a_whole or found.tests:
            yield found


def _outcome(submission: RecordedSubmission | None) -> RecordedOutcome | None:
    if submission is None:
        return None
    decisive = submission.broken_on
    return RecordedOutcome(
        verdict=submission.verdict,
        met=submission.met,
        permitted=submission.permitted,
        required=submission.required,
        score=submission.score,
        broken_on=decisive,
        message="" if decisive is None else submission.messages.get(decisive, ""),
        reason=submission.reason,
        expected_score=submission.expected_score,
        expected_partial=submission.expected_partial,
    )


def _tests(
    submissions: Sequence[RecordedSubmission | None], aligned: AlignedProblem
) -> Iterator[TestDifference]:
    """Yield the tests on which the verdicts differ. A test that some report did not run
    differs from nothing there."""
    names: dict[str, None] = {}
    for submission in submissions:
        names.update(dict.fromkeys(submission.runs if submission else ()))
    for name in names:
        if name in aligned.changed_tests:
            continue
        verdicts = []
        for submission in submissions:
            run = submission.runs.get(name) if submission else None
            verdicts.append(run.verdict if run else None)
        if len({verdict for verdict in verdicts if verdict is not None}) > 1:
            yield TestDifference(name, tuple(verdicts))
