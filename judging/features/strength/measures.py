"""Measure the tests by the runs of all submissions on all tests."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated

from judging.core.limits import TimeLimitCheck
from judging.core.problem import Problem
from judging.core.results import RunReport, SubmissionResult
from judging.core.verdicts import Verdict
from judging.data.bounds import Bound, LoggedBound
from judging.features.strength.cover import smallest_cover
from judging.features.strength.groups import GroupStrength, ScoredGroups
from judging.features.strength.matrix import (
    KillMatrix,
    Role,
    is_complete,
    kill_matrix,
    role_of,
)
from judging.values import Value, means

_ANSWER_CHARACTERS = (
    40  # enough to recognise an answer, and a line of a report holds them
)


class Rate(Value):
    """How many of `total` submissions were judged as they must, and the names of the others."""

    right: int
    total: int
    not_right: tuple[str, ...] = ()

    @property
    def value(self) -> float | None:
        """The share from 0 to 1, or None if `total` is 0."""
        return self.right / self.total if self.total else None


class KilledByOneTest(Value):
    """A wrong submission that only one test kills."""

    path: Annotated[str, means("The submission.")]
    test: Annotated[str, means("The test.")]


class KilledByOneFamily(Value):
    """A wrong submission that several tests kill, all of one family."""

    path: Annotated[str, means("The submission.")]
    family: Annotated[str, means("The family.")]
    tests: Annotated[tuple[str, ...], means("The tests.")]


class Subset(Value):
    """The fewest tests that keep every kill."""

    tests: Annotated[tuple[str, ...], means("The tests.")]
    exact: Annotated[bool, means("No smaller set keeps every kill.")]
    accepted_cpu_s: Annotated[
        float, means("CPU time of the accepted submissions on them.")
    ]
    accepted_cpu_share: Annotated[
        float | None, means("Its share of the time on all tests.")
    ]


class EqualAnswers(Value):
    """A group whose tests all have the same answer."""

    group: Annotated[str, means("The group.")]
    tests: Annotated[int, means("How many tests it has.")]
    answer: Annotated[str, means("The beginning of the answer.")]


class Strength(Value):
    """How strong a set of tests is, measured with the package's own wrong submissions.

    accepted, rejected: the submissions that must pass or fail (true positives and negatives).
    same_kills: groups of tests that kill the same submissions.
    smallest: the smallest set of tests that keeps every kill; the other one has all samples too.
    patterns: how many different sets of submissions the tests kill.
    rank: the rank of the matrix over the rationals.
    groups: the groups of a problem with scores, and which submissions they must stop.
    left_out: submissions that were not judged on every test.
    not_described: tests that the format does not describe, if `bounds` are from a format.
    """

    problem: str
    matrix: KillMatrix
    accepted: Rate
    rejected: Rate
    kill_nobody: tuple[str, ...]
    same_kills: tuple[tuple[str, ...], ...]
    killed_by_one_test: tuple[KilledByOneTest, ...]
    killed_by_one_family: tuple[KilledByOneFamily, ...]
    smallest: Subset
    smallest_with_samples: Subset
    patterns: int
    rank: int
    bounds: tuple[Bound | LoggedBound, ...]
    equal_answers: tuple[EqualAnswers, ...]
    time: TimeLimitCheck
    left_out: tuple[str, ...]
    groups: tuple[GroupStrength, ...] = ()
    not_described: int = 0

    @property
    def survivors(self) -> tuple[str, ...]:
        """The wrong submissions that no test kills."""
        return self.rejected.not_right


def measure(
    problem: Problem,
    report: RunReport,
    *,
    answers: Mapping[str, bytes],
    bounds: Sequence[Bound | LoggedBound],
    time: TimeLimitCheck,
) -> Strength:
    """Measure the tests by the report of a run with `until="all"`.

    `answers` are by testcase name; `bounds` are merged over all tests.
    """
    results = report.submissions
    matrix = kill_matrix(problem, results)
    survivors = tuple(row.path for row in matrix.rows if not row.killers)
    by_kills = _names_by_kills(matrix)
    kill_nobody = by_kills.pop((), ())
    by_test, by_family = _killed_by_few(matrix)
    samples = [column for column, test in enumerate(matrix.tests) if test.sample]
    kills = []
    for row in matrix.rows:
        kills.append([verdict is not Verdict.AC for verdict in row.verdicts])
    # Elsewhere an answer is what the output validator needs, not what a program prints.
    equal_answers = _equal_answers(answers) if problem.answers_are_outputs else ()
    return Strength(
        problem=report.problem,
        matrix=matrix,
        accepted=_accepted(problem, results),
        rejected=Rate(len(matrix.rows) - len(survivors), len(matrix.rows), survivors),
        kill_nobody=kill_nobody,
        same_kills=tuple(names for names in by_kills.values() if len(names) > 1),
        killed_by_one_test=by_test,
        killed_by_one_family=by_family,
        smallest=_subset(matrix, []),
        smallest_with_samples=_subset(matrix, samples),
        patterns=len(by_kills),
        rank=rank(kills),
        bounds=tuple(bounds),
        equal_answers=equal_answers,
        time=time,
        left_out=tuple(result.path for result in results if not is_complete(result)),
        groups=_groups(problem, matrix),
    )


def _groups(problem: Problem, matrix: KillMatrix) -> tuple[GroupStrength, ...]:
    """Return which of the submissions that each group must stop it lets pass."""
    scored = ScoredGroups(problem)
    columns_of = scored.columns_by_group([test.name for test in matrix.tests])
    found = []
    for name, group in scored.groups.items():
        victims = [row for row in matrix.rows if name in row.must_fail]
        passing = []
        for row in victims:
            if not set(row.killers) & set(columns_of[name]):
                passing.append(row.path)
        must_fail = tuple(row.path for row in victims)
        measured = GroupStrength(name, group.max_score, must_fail, tuple(passing))
        found.append(measured)
    return tuple(found)


def _accepted(problem: Problem, results: Sequence[SubmissionResult]) -> Rate:
    roles = {s.path: role_of(s.expectation) for s in problem.submissions}
    total = 0
    failed = []
    for result in results:
        if roles.get(result.path) is not Role.ACCEPTED or not is_complete(result):
            continue
        total += 1
        if result.verdict is not Verdict.AC:
            failed.append(result.path)
    return Rate(total - len(failed), total, tuple(failed))


def _names_by_kills(matrix: KillMatrix) -> dict[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the tests by the submissions that they kill."""
    columns: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for column in range(len(matrix.tests)):
        columns[matrix.victims(column)].append(column)
    return {victims: matrix.names(same) for victims, same in columns.items()}


def _killed_by_few(
    matrix: KillMatrix,
) -> tuple[tuple[KilledByOneTest, ...], tuple[KilledByOneFamily, ...]]:
    by_test = []
    by_family = []
    for row in matrix.rows:
        tests = matrix.names(row.killers)
        families = {matrix.tests[column].family for column in row.killers}
        if len(tests) == 1:
            by_test.append(KilledByOneTest(row.path, *tests))
        elif len(families) == 1:
            by_family.append(KilledByOneFamily(row.path, families.pop(), tests))
    return tuple(by_test), tuple(by_family)


def _subset(matrix: KillMatrix, kept: Sequence[int]) -> Subset:
    """Return the columns `kept` with the fewest others that together meet all obligations."""
    has = sum(1 << column for column in kept)
    missing = [mask for mask in matrix.obligations if not mask & has]
    sets = []
    for column in range(len(matrix.tests)):
        met = 0
        for obligation, mask in enumerate(missing):
            met |= (mask >> column & 1) << obligation
        sets.append(met)
    cover = smallest_cover(sets)
    columns = sorted({*kept, *cover.chosen})
    cpu_s = sum(matrix.tests[column].cpu_s for column in columns)
    total_s = sum(test.cpu_s for test in matrix.tests)
    share = cpu_s / total_s if total_s else None
    return Subset(matrix.names(columns), cover.exact, cpu_s, share)


def _equal_answers(answers: Mapping[str, bytes]) -> tuple[EqualAnswers, ...]:
    """Return the groups of at least two tests whose answers have the same tokens."""
    groups: dict[str, list[bytes]] = defaultdict(list)
    for name, answer in answers.items():
        groups[name.rpartition("/")[0]].append(answer)
    found = []
    for group, members in sorted(groups.items()):
        different = {tuple(answer.split()) for answer in members}
        if len(members) > 1 and len(different) == 1:
            text = " ".join(members[0].decode("utf-8", "backslashreplace").split())
            if len(text) > _ANSWER_CHARACTERS:
                text = f"{text[:_ANSWER_CHARACTERS]}..."
            found.append(EqualAnswers(group, len(members), text))
    return tuple(found)


def rank(rows: Sequence[Sequence[int]]) -> int:
    """Return the exact rank over the rationals by fraction-free elimination (Bareiss, 1968).

    Over the field of two elements, three tests that pairwise share a killed submission
    would add up to zero, although no test undoes a kill; over the rationals such tests
    stay independent.
    """
    matrix = [list(row) for row in dict.fromkeys(map(tuple, rows))]
    columns = len(matrix[0]) if matrix else 0
    found = 0
    before = 1
    for column in range(columns):
        pivot = next((r for r in range(found, len(matrix)) if matrix[r][column]), None)
        if pivot is None:
            continue
        top = matrix[pivot]
        matrix[pivot] = matrix[found]
        matrix[found] = top
        for r in range(found + 1, len(matrix)):
            row = matrix[r]
            factor = row[column]
            # Every division is exact, because the entries are minors of the matrix.
            matrix[r] = [
                (top[column] * entry - factor * above) // before
                for entry, above in zip(row, top, strict=True)
            ]
        before = top[column]
        found += 1
    return found
