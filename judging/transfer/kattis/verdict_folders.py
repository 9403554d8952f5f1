"""The folder of a legacy package that states what is expected of a submission.

A folder names the verdict of the submission as a whole: the first that is not AC.
"""

from __future__ import annotations

from collections.abc import Mapping

from judging.core.problem import Expectation, Submission
from judging.core.verdicts import Verdict
from judging.transfer.expectations import drop_details, whole_verdicts
from judging.transfer.kattis.submissions_yaml import FOLDED, MIXED
from judging.transfer.new_package import NewPackage

_FOLDERS = {
    Verdict.AC: "accepted",
    Verdict.WA: "wrong_answer",
    Verdict.TLE: "time_limit_exceeded",
    Verdict.RTE: "run_time_error",
}
_PARTIAL = "partially_accepted"
# Verdict -> the results that DOMjudge's tag names for it. DOMjudge may show MLE as a run error.
_RESULTS: Mapping[Verdict, tuple[str, ...]] = {
    Verdict.AC: ("CORRECT",),
    Verdict.WA: ("WRONG-ANSWER",),
    Verdict.TLE: ("TIMELIMIT",),
    Verdict.RTE: ("RUN-ERROR",),
    Verdict.MLE: ("MEMORY-LIMIT", "RUN-ERROR"),
    Verdict.OLE: ("OUTPUT-LIMIT",),
}


def folder_and_results(
    submission: Submission, scoring: bool, new: NewPackage
) -> tuple[str, str | None]:
    """Return the folder for a submission, and the results for DOMjudge's tag if no folder means
    what is expected. Report what neither states."""
    expectation = submission.expectation
    if expectation is None:
        new.change(f"{submission.path}: moved to {MIXED}", "it has no expected verdict")
        return MIXED, None
    drop_details(submission, "legacy folders state verdicts only", new)
    if scoring and (expectation.partial or _is_partial(expectation)):
        return _PARTIAL, None
    whole = whole_verdicts(expectation)
    folded = {FOLDED.get(verdict, verdict) for verdict in whole}
    if len(folded) == 1:
        (verdict,) = folded
        for unknown in sorted(v for v in whole if v not in folded):
            new.change(
                f"{submission.path}: {unknown} becomes {verdict}", "no legacy folder means it"
            )
        return _FOLDERS[verdict], None
    names = dict.fromkeys(name for v in Verdict if v in whole for name in _RESULTS.get(v, ()))
    return MIXED, ", ".join(names)


def _is_partial(expectation: Expectation) -> bool:
    """Return True if some points are expected although the submission fails some tests."""
    some = expectation.score is not None and expectation.score[1] > 0
    return some and Verdict.AC not in whole_verdicts(expectation)
