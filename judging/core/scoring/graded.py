"""Score the folders of the older format with its default
grader or the package's own. Pure.

Source: Kattis problem package format, legacy, "Test data groups" and "Graders".
"""

import itertools
import math
from collections.abc import Sequence
from itertools import pairwise

from judging.core.expectations import overall_verdict
from judging.core.problem import Aggregation, Problem, TestGroup
from judging.core.results import GroupResult
from judging.core.runs import TestcaseResult
from judging.core.scoring import per_test
from judging.core.scoring.per_test import TestScoring, format_range, format_score
from judging.core.scoring.rules import SAMPLE, Grade, Grader, above, in_order
from judging.core.verdicts import FOLDED, Verdict
from judging.values import replace

# The flags of the default grader, as the format spells them. How verdicts combine:
WORST = "worst_error"
FIRST = "first_error"
ALWAYS = "always_accept"
NO_ERRORS = "no_errors"
_VERDICT_MODES = (WORST, FIRST, ALWAYS, NO_ERRORS)
# How scores combine:
SCORE_MODES = (Aggregation.SUM, Aggregation.AVERAGE, Aggregation.MIN, Aggregation.MAX)
# What changes the rules:
IGNORE_SAMPLE = "ignore_sample"
ANY_ACCEPTED = "accept_if_any_accepted"
FLAGS = (*_VERDICT_MODES, *SCORE_MODES, IGNORE_SAMPLE, ANY_ACCEPTED)
# What `worst_error` compares by.
_WORST_FIRST = tuple(map(Verdict, ("JE", "CE", "RTE", "MLE", "TLE", "OLE", "WA", "AC")))
_NO_SCORES = "`validation` in problem.yaml has no `score`"
ROOT = ""  # the data folder


class Graded:
    """Every folder is a group. Its parts are its tests and folders in order of name."""

    tolerates_failures = True  # a submission may be accepted although it fails tests

    def __init__(self, problem: Problem, grader: Grader | None = None) -> None:
        self._grader = grader
        self._groups = problem.groups
        self._minimize = problem.minimize
        self._forbidden = "" if problem.validator_scores else _NO_SCORES
        self._parts: dict[str, dict[str, None]] = {}
        self._tests = frozenset(case.name for case in problem.testcases)
        for name in sorted(self._tests, key=in_order):
            for part, folder in pairwise((name, *above(name))):
                self._parts.setdefault(folder, {})[part] = None

    @property
    def runs_a_program(self) -> bool:
        """True when the package's own grader makes scores and verdicts of groups."""
        return self._grader is not None

    @property
    def best(self) -> float | None:
        """The full score: the low or high end of the range of scores, depending on the
        objective, or None if scores are unbounded."""
        low, high = self._group(ROOT).range
        best = low if self._minimize else high
        return best if math.isfinite(best) else None

    def of_test(self, name: str) -> TestScoring:
        """Return the rules for the score of one test: its folder sets the score, unless
        the output validator writes one."""
        group = self._group(name.rpartition("/")[0])
        return TestScoring(
            group.accept_score,
            group.reject_score,
            low=-math.inf,
            files=(per_test.SCORE,),
            forbidden=self._forbidden,
            any_verdict=True,
        )

    def skips(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """True when the rules forbid running the next test, `name`: `on_reject: break`
        ends a group after its first part that is not accepted."""
        done = _by_name(results)
        for part, folder in pairwise((name, *above(name))):
            if self._group(folder).breaks and self._failed_before(folder, part, done):
                return True
        return False

    def is_decided(self, name: str, results: Sequence[TestcaseResult]) -> bool:
        """Every test may change the score of a group that does not break."""
        return False

    def grade(self, results: Sequence[TestcaseResult]) -> Grade:
        """Ignore the score of a submission that is not accepted."""
        done = _by_name(results)
        root = self._grade(ROOT, done) or Grade(Verdict.AC, None)
        score = root.score
        if root.verdict is not Verdict.AC and score is not None:
            score = None if self._minimize else 0.0
        groups = sorted(root.groups, key=lambda group: in_order(group.name))
        return replace(root, score=score, groups=tuple(groups))

    def out_of_bounds(self, groups: Sequence[GroupResult]) -> list[str]:
        """Describe the scores of accepted groups outside their range; ignore other scores."""
        found: list[str] = []
        for group in groups:
            low, high = self._group(group.name).range
            if group.verdict is not Verdict.AC or group.score is None:
                continue
            if not low <= group.score <= high:
                name = group.name or "the submission"
                score = format_score(group.score)
                found.append(
                    f"{name} scores {score}, its range is {format_range(low, high)}"
                )
        return found

    def _group(self, name: str) -> TestGroup:
        """Return the settings of a folder: its own, or those of the nearest folder around it."""
        for folder in (name, *above(name)):
            if folder in self._groups:
                return self._groups[folder]
        return TestGroup(name)

    def _failed_before(
        self, folder: str, name: str, done: dict[str, TestcaseResult]
    ) -> bool:
        before = itertools.takewhile(lambda part: part != name, self._parts[folder])
        return any(self._is_rejected(part, done) for part in before)

    def _is_rejected(self, name: str, done: dict[str, TestcaseResult]) -> bool:
        """True when a part is not accepted, whatever the results of tests that were not run yet."""
        if not self._is_complete(name, done):
            group = self._group(name)
            tolerant = _mode(group.flags, _VERDICT_MODES, WORST) == ALWAYS
            if tolerant or group.custom or ANY_ACCEPTED in group.flags:
                return False
            # One part that is not accepted keeps the group from being accepted.
            parts = self._parts.get(name, {})
            return any(self._is_rejected(part, done) for part in parts)
        part = self._grade(name, done)
        return part is not None and part.verdict is not Verdict.AC

    def _is_complete(self, name: str, done: dict[str, TestcaseResult]) -> bool:
        """True when every test of a part was run or skipped."""
        if name in self._tests:
            return name in done
        breaks = self._group(name).breaks
        for part in self._parts[name]:
            if not self._is_complete(part, done):
                return False
            if breaks and self._is_rejected(part, done):
                return True
        return True

    def _grade(self, name: str, done: dict[str, TestcaseResult]) -> Grade | None:
        """Grade a test or folder; return None if no test of it was run."""
        if name in self._tests:
            if name not in done:
                return None
            return Grade(done[name].verdict, done[name].score, counted=(done[name],))
        group = self._group(name)
        graded: dict[str, Grade] = {}
        complete = True
        for inner in self._parts.get(name, {}):
            part = self._grade(inner, done)
            if part is None:
                complete = False
                continue
            graded[inner] = part
            if group.breaks and part.verdict is not Verdict.AC:
                break
        if not graded:
            return None
        parts = list(graded.values())
        # All results and groups count, even those of samples that
        # the default grader ignores.
        counted: list[TestcaseResult] = []
        groups: list[GroupResult] = []
        for part in parts:
            counted += part.counted
            groups += part.groups
        if IGNORE_SAMPLE in group.flags and name == ROOT and not group.custom:
            others = [part for inner, part in graded.items() if inner != SAMPLE]
            parts = others or parts
        verdict, score = self._combine(group, parts, complete)
        groups.append(GroupResult(name, verdict, score))
        return Grade(verdict, score, tuple(groups), tuple(counted))

    def _combine(
        self, group: TestGroup, parts: Sequence[Grade], complete: bool
    ) -> tuple[Verdict, float | None]:
        """Return the verdict and score of a group; no score unless all its parts are known."""
        if group.custom:
            return self._run_grader(group.flags, parts, complete)
        verdict = _verdict(group.flags, parts)
        if not complete:
            return verdict, None
        return verdict, _score(group.flags, parts)

    def _run_grader(
        self, flags: tuple[str, ...], parts: Sequence[Grade], complete: bool
    ) -> tuple[Verdict, float | None]:
        """Run the package's grader once all parts are known; before, take the worst verdict."""
        worst = _verdict((), parts)
        if self._grader is None or not complete or worst is Verdict.JE:
            return worst, None
        lines = ""
        for part in parts:
            if part.score is None:
                return worst, None
            # Graders know the verdicts of the format alone: MLE is an RTE for them.
            verdict = FOLDED.get(part.verdict, part.verdict)
            lines += f"{verdict} {format_score(part.score)}\n"
        return self._grader(flags, lines)


def _by_name(results: Sequence[TestcaseResult]) -> dict[str, TestcaseResult]:
    return {result.name: result for result in results}


def _mode(flags: Sequence[str], modes: Sequence[str], default: str) -> str:
    """Return the last of several modes among the flags."""
    for flag in reversed(flags):
        if flag in modes:
            return flag
    return default


def score_mode(flags: Sequence[str]) -> str:
    """Return how the default grader joins the scores of a group with these flags."""
    return _mode(flags, SCORE_MODES, Aggregation.SUM.value)


def _verdict(flags: Sequence[str], parts: Sequence[Grade]) -> Verdict:
    """Return the verdict that the default grader gives to a group with these parts."""
    verdicts = [part.verdict for part in parts]
    if Verdict.JE in verdicts:
        return Verdict.JE
    mode = _mode(flags, _VERDICT_MODES, WORST)
    if mode == ALWAYS or (ANY_ACCEPTED in flags and Verdict.AC in verdicts):
        return Verdict.AC
    if mode == FIRST:
        return overall_verdict(verdicts)
    return min(verdicts, key=_WORST_FIRST.index)


def _score(flags: Sequence[str], parts: Sequence[Grade]) -> float | None:
    """Return the score that the default grader gives; None if a part has none."""
    known = [part.score for part in parts if part.score is not None]
    if len(known) < len(parts):
        return None
    mode = score_mode(flags)
    if mode == Aggregation.MIN:
        return min(known)
    if mode == Aggregation.MAX:
        return max(known)
    total = math.fsum(known)
    if mode == Aggregation.AVERAGE:
        return per_test.round_score(total / len(known))
    return per_test.round_score(total)
