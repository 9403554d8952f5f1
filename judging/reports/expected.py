"""An expectation in words. Pure."""

from collections.abc import Collection
from typing import Protocol

from judging.core.expectations import ANY
from judging.core.scoring.per_test import format_range
from judging.core.verdicts import Verdict, listed

_ANY_VERDICT = "any"


def expected_verdicts(
    permitted: Collection[Verdict] | None, required: Collection[Verdict] | None
) -> str:
    """Return an expectation in short: verdicts that some test must give, then verdicts
    that others may give. AC is omitted if it is obvious; if no test may give it, the
    permitted verdicts come first: `only WA/OLE, some OLE`."""
    if permitted is None:
        return "-"
    permitted = frozenset(permitted)
    required = frozenset(required or ())
    if not required:  # no verdict must appear: each permitted one is as good
        return _ANY_VERDICT if permitted >= ANY else listed(permitted, " or ")
    if Verdict.AC not in permitted:
        only = f"only {listed(permitted, '/')}"
        if required >= permitted:
            return only
        return f"{only}, some {listed(required, '/')}"
    words = listed(required, "/")
    also = permitted - required - {Verdict.AC}
    return f"{words} (or {listed(also, '/')})" if also else words


class Expected(Protocol):
    """What is expected of a submission as a whole, and what an earlier report says of it."""

    @property
    def permitted(self) -> frozenset[Verdict] | None: ...
    @property
    def required(self) -> frozenset[Verdict] | None: ...
    @property
    def expected_score(self) -> tuple[float, float] | None: ...
    @property
    def expected_partial(self) -> bool: ...


def expected_result(submission: Expected) -> str:
    """Return the expectation of a submission in short: its verdicts, and the score if
    one is stated, as in `WA, score 40`. A score alone stands for any verdict."""
    score = _expected_score(submission)
    permitted = submission.permitted
    if submission.expected_partial:
        # The verdict is that of the graders, whatever the tests give.
        permitted = frozenset({Verdict.AC})
    verdicts = expected_verdicts(permitted, submission.required)
    if not score:
        return verdicts
    return score if verdicts == _ANY_VERDICT else f"{verdicts}, {score}"


def _expected_score(submission: Expected) -> str:
    if submission.expected_score is not None:
        return f"score {format_range(*submission.expected_score)}"
    if submission.expected_partial:
        return "less than full score"
    return ""
