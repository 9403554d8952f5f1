"""The kill matrix: which test kills which wrong submission."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from judging.core.problem import Expectation, Problem, Submission
from judging.core.results import Status, SubmissionResult, TestcaseResult
from judging.core.verdicts import Verdict, is_in


class Role(StrEnum):
    """What a submission must do, by its expectation."""

    ACCEPTED = "accepted"  # it must get AC on every test
    WRONG = "wrong"  # it must get another verdict than AC on some test
    OPEN = "open"  # it may do either


def role_of(expectation: Expectation | None) -> Role:
    """Return ACCEPTED if only AC is permitted, WRONG if AC alone breaks the expectation."""
    if expectation is None:
        return Role.OPEN
    if expectation.must_be_accepted:
        return Role.ACCEPTED
    required = expectation.required
    fails = Verdict.AC not in expectation.permitted or (
        required and Verdict.AC not in required
    )
    return Role.WRONG if fails else Role.OPEN


@dataclass(frozen=True, slots=True)
class Test:
    """One column. `cpu_s` is the CPU time of all accepted submissions on it, in seconds."""

    name: str
    family: str
    cpu_s: float

    @property
    def sample(self) -> bool:
        """True for a sample; a reduced package keeps all samples."""
        return self.name.startswith("sample/")


@dataclass(frozen=True, slots=True)
class Row:
    """One wrong submission: its verdict on each test, in the order of the columns."""

    path: str
    verdicts: tuple[Verdict, ...]

    @property
    def killers(self) -> tuple[int, ...]:
        """The columns that kill it: those with another verdict than AC."""
        return tuple(
            i for i, verdict in enumerate(self.verdicts) if verdict is not Verdict.AC
        )


@dataclass(frozen=True, slots=True)
class KillMatrix:
    """Wrong submissions x tests. Each of `obligations` is the bit mask of the tests that show
    something; a reduced set of tests must keep one of them."""

    tests: tuple[Test, ...]
    rows: tuple[Row, ...]
    obligations: tuple[int, ...]

    def victims(self, test: int) -> tuple[str, ...]:
        return tuple(
            row.path for row in self.rows if row.verdicts[test] is not Verdict.AC
        )

    def names(self, columns: Sequence[int]) -> tuple[str, ...]:
        return tuple(self.tests[column].name for column in columns)


def is_complete(result: SubmissionResult) -> bool:
    """True when the submission was judged on every test, without a judge error."""
    return (
        result.status is Status.JUDGED
        and len(result.testcases) == result.tests_total
        and all(test.verdict is not Verdict.JE for test in result.testcases)
    )


def kill_matrix(problem: Problem, results: Sequence[SubmissionResult]) -> KillMatrix:
    """Return the matrix of the submissions that were judged on every test.

    All `results` have the tests in the same order.
    """
    judged = {result.path: result for result in results if is_complete(result)}
    known = [s for s in problem.submissions if s.path in judged]
    accepted = [judged[s.path] for s in known if role_of(s.expectation) is Role.ACCEPTED]
    wrong = [s for s in known if role_of(s.expectation) is Role.WRONG]
    names = (
        [test.name for test in next(iter(judged.values())).testcases] if judged else []
    )
    cases = {case.name: case for case in problem.testcases}
    tests = tuple(
        Test(
            name,
            cases[name].family,
            sum(r.testcases[i].execution.cpu_s for r in accepted),
        )
        for i, name in enumerate(names)
    )
    rows = tuple(
        Row(s.path, tuple(test.verdict for test in judged[s.path].testcases))
        for s in wrong
    )
    masks = [mask for s in wrong for mask in _obligations(s, judged[s.path].testcases)]
    return KillMatrix(tests, rows, tuple(masks))


def _obligations(submission: Submission, results: Sequence[TestcaseResult]) -> list[int]:
    """Return the obligations of one wrong submission as bit masks of tests.

    First the tests that kill it with a required verdict, or with any verdict if there are none;
    then the tests whose message has the text that the expectation asks for.
    """
    expectation = submission.expectation
    assert expectation is not None
    killers = [i for i, r in enumerate(results) if r.verdict is not Verdict.AC]
    required = [i for i in killers if is_in(results[i].verdict, expectation.required)]
    found = [required or killers]
    if expectation.message:
        found.append(
            [i for i, r in enumerate(results) if expectation.message in r.message]
        )
    return [sum(1 << i for i in columns) for columns in found if columns]
