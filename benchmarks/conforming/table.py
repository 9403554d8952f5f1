"""What differs between the author and the tools, and the table of it in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.conforming.listed import ListedPackage
from benchmarks.conforming.peers import Outcome
from benchmarks.conforming.rows import OURS, TOOLS, JudgedSubmission, Row

UNEXPLAINED = "UNEXPLAINED"
# The peers have no verdict of their own for too much memory or output: the program fails.
_FOLDED = {"MLE": "RTE", "OLE": "RTE"}
_SAME_SCORE = 1e-6


@dataclass(frozen=True, slots=True)
class JudgedPackage:
    """A package of the list and what the tools said about it."""

    listed: ListedPackage
    row: Row

    def differing(self) -> list[JudgedSubmission]:
        return [one for one in self.row.submissions if differs(one)]

    def unexplained(self) -> list[JudgedSubmission]:
        """Return the submissions that differ, for reasons that the list does not give."""
        found = []
        for submission in self.differing():
            if self.listed.explanation(submission.path) is None:
                found.append(submission)
        return found

    def unused_explanations(self) -> list[str]:
        """Return the explanations that explain nothing, if everybody had a say."""
        if not self.row.has(TOOLS):
            return []
        used = set()
        for submission in self.differing():
            used.add(self.listed.explanation(submission.path))
        unused = []
        for pattern, text in self.listed.explanations.items():
            if text not in used:
                unused.append(pattern)
        return unused


def differs(submission: JudgedSubmission) -> bool:
    """Return whether two of the author and the tools differ about a submission."""
    if submission.met is False:
        return True
    for tool, outcome in submission.outcomes.items():
        if tool != OURS and not is_expected(submission, outcome.verdict):
            return True
    said = list(submission.outcomes.values())
    return any(not _agree(said[0], other) for other in said[1:])


def is_expected(submission: JudgedSubmission, verdict: str) -> bool:
    """Return whether the author expects a verdict on the whole submission.

    An expectation is about tests. If a verdict of another kind is required of some test, a
    submission that is accepted fails it.
    """
    if submission.permitted is not None:
        permitted = {_folded(each) for each in submission.permitted}
        if _folded(verdict) not in permitted:
            return False
    if submission.required and verdict == "AC":
        return "AC" in submission.required
    return True


def _agree(one: Outcome, other: Outcome) -> bool:
    if _folded(one.verdict) != _folded(other.verdict):
        return False
    if one.score is None or other.score is None:
        return True
    return abs(one.score - other.score) <= _SAME_SCORE


def _folded(verdict: str) -> str:
    return _FOLDED.get(verdict, verdict)


def table(judged: Sequence[JudgedPackage]) -> str:
    """Return the counts of each package, then each submission that differs, then what a tool
    did not judge."""
    parts = [_totals(judged), _counts(judged)]
    for title, lines in (
        ("Submissions that differ", _differences(judged)),
        ("Packages that a tool did not judge", _failures(judged)),
        ("Submissions that our judge did not judge", _not_judged(judged)),
        ("Explanations that explain nothing", _unused(judged)),
    ):
        if lines:
            parts.append(f"### {title}\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _totals(judged: Sequence[JudgedPackage]) -> str:
    repositories = {each.listed.repository for each in judged}
    submissions = sum(len(each.row.submissions) for each in judged)
    differing = sum(len(each.differing()) for each in judged)
    unexplained = sum(len(each.unexplained()) for each in judged)
    return (
        f"Packages: {len(judged)}, of {len(repositories)} repositories. "
        f"Submissions: {submissions}, of which {differing} differ, "
        f"{unexplained} unexplained. {_versions(judged)}"
    )


def _versions(judged: Sequence[JudgedPackage]) -> str:
    """Return the versions of the tools that had their turn."""
    named = []
    for tool in TOOLS:
        versions = set()
        for each in judged:
            if tool in each.row.readings:
                versions.add(each.row.readings[tool].version)
        versions.discard("")
        if versions:
            named.append(f"{tool} {', '.join(sorted(versions))}")
    return f"Tools: {'; '.join(named)}." if named else "No tool ran."


def _counts(judged: Sequence[JudgedPackage]) -> str:
    lines = [
        "| package | format | submissions | judge: as the author | problemtools: as the judge "
        "| BAPCtools: as the judge | differ |",
        "|---|---|---|---|---|---|---|",
    ]
    for each in judged:
        cells = [f"`{each.listed.name}`", each.listed.format]
        cells.append(str(len(each.row.submissions)))
        for tool in TOOLS:
            cells.append(_count(each.row, tool))
        cells.append(str(len(each.differing())))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _count(row: Row, tool: str) -> str:
    """Return how many submissions a tool judged, and how many of them as expected: by the
    author for ours, by our judge for a peer."""
    if tool not in row.readings:
        return "not asked"
    if not row.readings[tool].reads:
        return "not read"
    if row.readings[tool].failed:
        return "not judged"
    judged = 0
    same = 0
    for submission in row.submissions:
        if tool not in submission.outcomes:
            continue
        if tool == OURS:
            judged += 1
            same += submission.met is not False
        elif OURS in submission.outcomes:
            judged += 1
            same += _agree(submission.outcomes[tool], submission.outcomes[OURS])
    return f"{same} of {judged}"


def _differences(judged: Sequence[JudgedPackage]) -> list[str]:
    lines = []
    for each in judged:
        for submission in each.differing():
            why = each.listed.explanation(submission.path) or UNEXPLAINED
            lines.append(
                f"- `{each.listed.name}` `{submission.path}`: {_sayings(submission)}: {why}"
            )
    return lines


def _sayings(submission: JudgedSubmission) -> str:
    said = [f"author {_expectation(submission)}"]
    for tool in TOOLS:
        if tool in submission.outcomes:
            said.append(f"{tool} {_shown(submission.outcomes[tool])}")
    text = ", ".join(said)
    counts = _counted(submission.tests)
    if counts:
        text += f" (tests: {counts})"
    if submission.met is False:
        text += f"; judge says: {submission.why}"
    return text


def _expectation(submission: JudgedSubmission) -> str:
    """Return the verdicts of which the author wants one."""
    verdicts = submission.required or submission.permitted
    return "/".join(verdicts) if verdicts else "any"


def _shown(outcome: Outcome) -> str:
    if outcome.score is None:
        return outcome.verdict
    return f"{outcome.verdict} {outcome.score:g}"


def _counted(tests: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in tests.items())


def _failures(judged: Sequence[JudgedPackage]) -> list[str]:
    lines = []
    for each in judged:
        for tool, reading in each.row.readings.items():
            if reading.failed:
                lines.append(f"- `{each.listed.name}`, {tool}: {reading.failed}")
    return lines


def _not_judged(judged: Sequence[JudgedPackage]) -> list[str]:
    """Return each reason with the number of submissions, the most frequent first."""
    reasons: Counter[str] = Counter()
    for each in judged:
        for submission in each.row.submissions:
            if submission.not_judged:
                reasons[submission.not_judged] += 1
    return [f"- {count}: {reason}" for reason, count in reasons.most_common()]


def _unused(judged: Sequence[JudgedPackage]) -> list[str]:
    lines = []
    for each in judged:
        for pattern in each.unused_explanations():
            lines.append(f"- `{each.listed.name}` `{pattern}`")
    return lines
