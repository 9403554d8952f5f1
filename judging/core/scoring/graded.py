"""The graders of the older format, folder by folder: the default one, and the place of a program
of the package's own. Pure.

Source: Kattis problem package format, legacy, "Test data groups" and "Graders".
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from judging.core.problem import Aggregation, Problem, TestGroup
from judging.core.results import GroupResult, TestcaseResult
from judging.core.scoring.per_test import SCORE, TestScoring, between, rounded, shown
from judging.core.scoring.rules import SAMPLE, Grade, Grader, above, in_order
from judging.core.verdicts import Verdict

WORST, FIRST, ALWAYS, NO_ERRORS = "worst_error", "first_error", "always_accept", "no_errors"
IGNORE_SAMPLE, ANY_ACCEPTED = "ignore_sample", "accept_if_any_accepted"
_VERDICT_MODES = (WORST, FIRST, ALWAYS, NO_ERRORS)
_SCORE_MODES = (Aggregation.SUM, Aggregation.AVERAGE, Aggregation.MIN, Aggregation.MAX)
FLAGS = (*_VERDICT_MODES, *_SCORE_MODES, IGNORE_SAMPLE, ANY_ACCEPTED)
_WORST_FIRST = (
    Verdict.JE,
    Verdict.CE,
    Verdict.RTE,
    Verdict.MLE,
    Verdict.TLE,
    Verdict.OLE,
    Verdict.WA,
    Verdict.AC,
)
_SILENT = "`validation` in problem.yaml does not say that it scores"
ROOT = ""


@dataclass(frozen=True, slots=True)
class _Part:
    """What came of a test or a group. `score` None: not known, too few tests were run."""

    name: str
    verdict: Verdict
    score: float | None


@dataclass(slots=True)
class _Graded:
    groups: list[GroupResult] = field(default_factory=list)
    counted: list[TestcaseResult] = field(default_factory=list)


class Graded:
    """Every folder is a group; its parts are its tests and folders, in order of name."""

    def __init__(self, problem: Problem, grader: Grader | None = None) -> None:
        self._grader = grader
        self._groups = problem.groups
        self._minimize = problem.minimize
        self._mute = "" if problem.validator_scores else _SILENT
        self._parts: dict[str, dict[str, None]] = {}
        self._tests = frozenset(case.name for case in problem.testcases)
        for name in sorted(self._tests, key=in_order):
            for part, folder in pairwise((name, *above(name))):
                self._parts.setdefault(folder, {})[part] = None

    @property
    def best(self) -> float | None:
        """The end of the range of scores that the objective names."""
        least, most = self._group(ROOT).range
        best = least if self._minimize else most
        return best if math.isfinite(best) else None

    @property
    def by_whole(self) -> bool:
        return True

    def of_test(self, name: str) -> TestScoring:
        """What the test's folder says, unless the output validator scores."""
        group = self._group(name.rpartition("/")[0])
        return TestScoring(
            group.accept_score,
            group.reject_score,
            least=-math.inf,
            files=(SCORE,),
            mute=self._mute,
            any_verdict=True,
        )

    def left_out(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """`on_reject: break` ends a group at its first part that is not accepted."""
        done = {result.name: result for result in results}
        return any(
            self._group(folder).breaks and self._failed_before(folder, part, done)
            for part, folder in pairwise((name, *above(name)))
        )

    def decided(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """Where a group does not break, every test of it may still change its score."""
        return False

    def grade(self, results: Sequence[TestcaseResult]) -> Grade:
        """The score of a submission that is not accepted is ignored."""
        seen = _Graded()
        root = self._grade(ROOT, {result.name: result for result in results}, seen)
        verdict = root.verdict if root is not None else Verdict.AC
        score = root.score if root is not None else None
        if verdict is not Verdict.AC and score is not None:
            score = None if self._minimize else 0.0
        groups = sorted(seen.groups, key=lambda group: in_order(group.name))
        return Grade(verdict, score, tuple(groups), tuple(seen.counted))

    def out_of_bounds(self, groups: Sequence[GroupResult]) -> list[str]:
        """Scores of accepted groups outside their range; other scores are ignored."""
        found = []
        for group in groups:
            least, most = self._group(group.name).range
            if group.verdict is not Verdict.AC or group.score is None:
                continue
            if not least <= group.score <= most:
                name, wanted = group.name or "the whole", between(least, most)
                found.append(f"{name} scores {shown(group.score)}, its range is {wanted}")
        return found

    def _group(self, name: str) -> TestGroup:
        return next(
            (self._groups[n] for n in (name, *above(name)) if n in self._groups), TestGroup(name)
        )

    def _failed_before(self, folder: str, name: str, done: dict[str, TestcaseResult]) -> bool:
        before = itertools.takewhile(lambda part: part != name, self._parts[folder])
        return any(self._rejected(part, done) for part in before)

    def _rejected(self, name: str, done: dict[str, TestcaseResult]) -> bool:
        """Whatever comes of the tests that were not run yet, this part is not accepted."""
        if not self._complete(name, done):
            if not _one_fails_all(self._group(name)):
                return False
            return any(self._rejected(part, done) for part in self._parts.get(name, ()))
        part = self._came_of(name, done, _Graded())
        return part is not None and part.verdict is not Verdict.AC

    def _complete(self, name: str, done: dict[str, TestcaseResult]) -> bool:
        """No test of this part is still to be run."""
        if name in self._tests:
            return name in done
        breaks = self._group(name).breaks
        for part in self._parts[name]:
            if not self._complete(part, done):
                return False
            if breaks and self._rejected(part, done):
                return True
        return True

    def _came_of(self, name: str, done: dict[str, TestcaseResult], seen: _Graded) -> _Part | None:
        """What came of a part of a group; None where nothing of it was run."""
        if name not in self._tests:
            return self._grade(name, done, seen)
        if name not in done:
            return None
        result = done[name]
        seen.counted.append(result)
        return _Part(name, result.verdict, result.score)

    def _grade(self, name: str, done: dict[str, TestcaseResult], seen: _Graded) -> _Part | None:
        group = self._group(name)
        parts = []
        complete = True
        for inner in self._parts.get(name, ()):
            part = self._came_of(inner, done, seen)
            if part is None:
                complete = False
                continue
            parts.append(part)
            if group.breaks and part.verdict is not Verdict.AC:
                break
        if not parts:
            return None
        if IGNORE_SAMPLE in group.flags and name == ROOT and not group.custom:
            parts = [part for part in parts if part.name != SAMPLE] or parts
        verdict, score = self._aggregate(group, parts, complete)
        seen.groups.append(GroupResult(name, verdict, score))
        return _Part(name, verdict, score)

    def _aggregate(
        self, group: TestGroup, parts: Sequence[_Part], complete: bool
    ) -> tuple[Verdict, float | None]:
        if group.custom:
            return self._by_program(group, parts, complete)
        score = _score(group.flags, [part.score for part in parts]) if complete else None
        return _verdict(group.flags, [part.verdict for part in parts]), score

    def _by_program(
        self, group: TestGroup, parts: Sequence[_Part], complete: bool
    ) -> tuple[Verdict, float | None]:
        """It is asked once all its parts are known; until then the group is as its worst part."""
        known = [(part.verdict, part.score) for part in parts if part.score is not None]
        unknown = not complete or len(known) < len(parts)
        if self._grader is None or unknown or any(v is Verdict.JE for v, _ in known):
            return _verdict((), [part.verdict for part in parts]), None
        codes = {Verdict.MLE: Verdict.RTE, Verdict.OLE: Verdict.RTE}
        lines = (f"{codes.get(verdict, verdict)} {shown(score)}\n" for verdict, score in known)
        return self._grader(group.flags, "".join(lines))


def _last(flags: Sequence[str], modes: Sequence[str], usual: str) -> str:
    """Of several modes the last counts."""
    return next((flag for flag in reversed(flags) if flag in modes), usual)


def _verdict(flags: Sequence[str], verdicts: Sequence[Verdict]) -> Verdict:
    if Verdict.JE in verdicts:
        return Verdict.JE
    mode = _last(flags, _VERDICT_MODES, WORST)
    if mode == ALWAYS or (ANY_ACCEPTED in flags and Verdict.AC in verdicts):
        return Verdict.AC
    if mode == FIRST:
        return next((v for v in verdicts if v is not Verdict.AC), Verdict.AC)
    return min(verdicts, key=_WORST_FIRST.index)


def _one_fails_all(group: TestGroup) -> bool:
    if group.custom or ANY_ACCEPTED in group.flags:
        return False
    return _last(group.flags, _VERDICT_MODES, WORST) != ALWAYS


def _score(flags: Sequence[str], scores: Sequence[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    if len(known) < len(scores):
        return None
    mode = _last(flags, _SCORE_MODES, Aggregation.SUM)
    if mode == Aggregation.MIN:
        return min(known)
    if mode == Aggregation.MAX:
        return max(known)
    total = math.fsum(known)
    return rounded(total / len(known) if mode == Aggregation.AVERAGE else total)
