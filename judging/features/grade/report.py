"""The lines of `judge grade`: one JSON object for each program, and a summary in words.

Keys are only ever added: see `judging.reports.documents`.
"""

from collections.abc import Mapping

from judging.core.results import SubmissionResult
from judging.core.verdicts import Verdict
from judging.features.grade.objects import GradedObject
from judging.reports.documents import dumped_line
from judging.reports.wording import counted
from judging.values import Value, told


class Graded(Value):
    """A program and its result.

    line: its number in the file.
    package: as its line states it, "" if it does not.
    id: what the line calls it, if it does.
    """

    line: int
    package: str
    id: str | int | None
    result: SubmissionResult


def render_line(graded: Graded) -> str:
    """Return the JSON object of a program, without the end of the line."""
    return dumped_line(_object(graded))


def _object(graded: Graded) -> GradedObject:
    result = graded.result
    deciding = result.deciding
    return told(
        GradedObject,
        result,
        line=graded.line,
        id=graded.id,
        package=graded.package,
        testcase=deciding.name if deciding else None,
        message=deciding.message if deciding else None,
        tests_run=len(result.testcases),
        time_limit_s=result.limits.time_s if result.limits else None,
    )


def summary(verdicts: Mapping[Verdict | None, int], total: int) -> str:
    """Return how many of `total` programs got which verdict; None counts those that
    were not judged."""
    missing = verdicts.get(None, 0)
    graded = sum(verdicts.values()) - missing
    parts = []
    for verdict in Verdict:
        if verdict in verdicts:
            parts.append(f"{verdicts[verdict]:,} {verdict}")
    if missing:
        parts.append(f"{missing:,} not judged (their lines have the 'reason')")
    text = f"{graded:,} of {counted(total, 'program')} graded"
    return f"{text}: {', '.join(parts)}" if parts else text
