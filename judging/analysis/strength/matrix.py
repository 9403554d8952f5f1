"""The kill matrix: which test tells which wrong submission from a right one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from judging.core.problem import Expectation, Problem, Submission, Testcase
from judging.core.results import Status, SubmissionResult, TestcaseResult
from judging.core.verdicts import Verdict, is_in

SAMPLE = "sample"
_ROOTS = ("sample", "secret")


class Role(StrEnum):
    """What a submission is there for, by its expectation."""

    ACCEPTED = "accepted"  # must be AC on every test
    WRONG = "wrong"  # must get something else than AC on some test
    OPEN = "open"  # may get either


def role_of(expectation: Expectation | None) -> Role:
    """ACCEPTED where nothing but AC is permitted, WRONG where AC alone would not do."""
    if expectation is None:
        return Role.OPEN
    if expectation.permitted == {Verdict.AC}:
        return Role.ACCEPTED
    required = expectation.required
    fails = Verdict.AC not in expectation.permitted or (required and Verdict.AC not in required)
    return Role.WRONG if fails else Role.OPEN


def family_of(testcase: Testcase) -> str:
    """The tests that were made alike share a family: the folder that the setter put them in below
    `secret`; of those directly in it the generator that makes them, else `secret` itself."""
    command = testcase.recipe.command if testcase.recipe else None
    if testcase.group == SAMPLE or testcase.group not in _ROOTS or not command:
        return testcase.group
    return command.split()[0]


@dataclass(frozen=True, slots=True)
class Test:
    """One column. `cpu_s` is what the accepted submissions took on it, all together."""

    name: str
    family: str
    cpu_s: float

    @property
    def sample(self) -> bool:
        """True for a test of the statement, which no reduction leaves out."""
        return self.name.startswith(f"{SAMPLE}/")


@dataclass(frozen=True, slots=True)
class Row:
    """One wrong submission: its verdict on each test, in the order of the columns."""

    path: str
    verdicts: tuple[Verdict, ...]

    @property
    def killers(self) -> tuple[int, ...]:
        """The columns that kill it: every verdict but AC does."""
        return tuple(i for i, verdict in enumerate(self.verdicts) if verdict is not Verdict.AC)


@dataclass(frozen=True, slots=True)
class KillMatrix:
    """Wrong submissions x tests. `obligations` says for each thing that a reduced set of tests
    must still show, as a bit mask, which tests show it."""

    tests: tuple[Test, ...]
    rows: tuple[Row, ...]
    obligations: tuple[int, ...]

    def victims(self, test: int) -> tuple[str, ...]:
        """The submissions that a test kills."""
        return tuple(row.path for row in self.rows if row.verdicts[test] is not Verdict.AC)

    def names(self, columns: Sequence[int]) -> tuple[str, ...]:
        """The names of some tests."""
        return tuple(self.tests[column].name for column in columns)


def whole(result: SubmissionResult) -> bool:
    """True when it was judged on every test, and every run says something about it."""
    return (
        result.status is Status.JUDGED
        and len(result.testcases) == result.tests_total
        and all(test.verdict is not Verdict.JE for test in result.testcases)
    )


def kill_matrix(problem: Problem, results: Sequence[SubmissionResult]) -> KillMatrix:
    """The matrix of what was judged on every test; `results` have the tests in the same order."""
    judged = {result.path: result for result in results if whole(result)}
    known = [s for s in problem.submissions if s.path in judged]
    accepted = [judged[s.path] for s in known if role_of(s.expectation) is Role.ACCEPTED]
    wrong = [s for s in known if role_of(s.expectation) is Role.WRONG]
    names = [test.name for test in next(iter(judged.values())).testcases] if judged else []
    cases: Mapping[str, Testcase] = {case.name: case for case in problem.testcases}
    tests = tuple(
        Test(
            name,
            family_of(cases[name]),
            sum(result.testcases[column].execution.cpu_s for result in accepted),
        )
        for column, name in enumerate(names)
    )
    rows = tuple(
        Row(s.path, tuple(test.verdict for test in judged[s.path].testcases)) for s in wrong
    )
    masks = [mask for s in wrong for mask in _obligations(s, judged[s.path].testcases)]
    return KillMatrix(tests, rows, tuple(masks))


def _obligations(submission: Submission, results: Sequence[TestcaseResult]) -> list[int]:
    """The tests that kill it with a verdict that is required of it (where there are none, those
    that kill it at all), and those whose message is asked for."""
    expectation = submission.expectation
    assert expectation is not None
    killers = [i for i, r in enumerate(results) if r.verdict is not Verdict.AC]
    required = [i for i in killers if is_in(results[i].verdict, expectation.required)]
    found = [required or killers]
    if expectation.message:
        found.append([i for i, r in enumerate(results) if expectation.message in r.message])
    return [sum(1 << i for i in columns) for columns in found if columns]
