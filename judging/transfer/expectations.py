"""Read expectations for formats that state only the verdict of a submission as a whole."""

from __future__ import annotations

from collections.abc import Collection

from judging.core.problem import Expectation, Submission
from judging.core.verdicts import Verdict
from judging.transfer.new_package import NewPackage


def whole_verdicts(expectation: Expectation) -> Collection[Verdict]:
    """Return the verdicts that a submission may get as a whole if it meets `expectation`."""
    permitted = expectation.permitted - {Verdict.JE, Verdict.CE}
    if expectation.required and Verdict.AC not in expectation.required:
        return permitted - {Verdict.AC} or expectation.required
    return permitted


def drop_details(submission: Submission, why: str, new: NewPackage) -> None:
    """Report everything that is expected of a submission beyond its verdict as a whole."""
    expectation = submission.expectation
    details = []
    if expectation is not None:
        if any(rule.tests for rule in expectation.rules):
            details.append("expected verdicts on single tests")
        if expectation.message is not None:
            details.append(f"expected message {expectation.message!r}")
        if expectation.score is not None:
            low, high = expectation.score
            details.append(f"expected score {low:g}" + (f" to {high:g}" if high > low else ""))
    if submission.source.entrypoint is not None:
        details.append(f"entrypoint {submission.source.entrypoint}")
    for detail in details:
        new.drop(f"{submission.path}: {detail}", why)
