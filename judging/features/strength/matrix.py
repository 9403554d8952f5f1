"""The kill matrix: which test kills which wrong submission."""

from collections.abc import Sequence
from enum import StrEnum

from judging.core.problem import Expectation, Problem, Submission
from judging.core.results import Status, SubmissionResult
from judging.core.runs import TestcaseResult
from judging.core.verdicts import Verdict, is_in
from judging.features.strength.groups import ScoredGroups
from judging.values import Value


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
    if Verdict.AC not in expectation.permitted:
        return Role.WRONG
    if expectation.required and Verdict.AC not in expectation.required:
        return Role.WRONG
    return Role.OPEN


def role_in(problem: Problem, submission: Submission) -> Role:
    """Return the role of a submission of the package. One that must fail a group by its
    score, or some test because its score is not the full one, is wrong, whatever verdicts
    are permitted."""
    rule = submission.expectation
    role = role_of(rule)
    if role is not Role.OPEN:
        return role
    # A validator or a grader may give a part of the points for outputs that are all right.
    by_verdicts = not problem.grader and not (
        problem.output_validators and problem.validator_scores
    )
    if rule is not None and rule.partial and by_verdicts:
        return Role.WRONG
    return Role.WRONG if ScoredGroups(problem).must_fail(rule) else Role.OPEN


class Test(Value):
    """One column. `cpu_s` is the CPU time of all accepted submissions on it, in seconds."""

    name: str
    family: str
    cpu_s: float

    @property
    def sample(self) -> bool:
        """True for a sample; a reduced package keeps all samples."""
        return self.name.startswith("sample/")


class Row(Value):
    """One wrong submission: its verdict on each test, in the order of the columns.

    must_fail: the groups that it must fail by the score that is expected of it.
    """

    path: str
    verdicts: tuple[Verdict, ...]
    must_fail: tuple[str, ...] = ()

    @property
    def killers(self) -> tuple[int, ...]:
        """The columns that kill it: those with another verdict than AC."""
        return tuple(
            i for i, verdict in enumerate(self.verdicts) if verdict is not Verdict.AC
        )


class KillMatrix(Value):
    """Wrong submissions x tests. Each of `obligations` is the bit mask of the tests that
    show something; a reduced set of tests must keep one of them."""

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
    groups = ScoredGroups(problem)
    accepted: list[SubmissionResult] = []
    rows: list[Row] = []
    obligations: list[int] = []
    for submission in problem.submissions:
        result = judged.get(submission.path)
        if result is None:
            continue
        role = role_in(problem, submission)
        if role is Role.ACCEPTED:
            accepted.append(result)
        elif role is Role.WRONG:
            verdicts = tuple(test.verdict for test in result.testcases)
            must_fail = groups.must_fail(submission.expectation)
            rows.append(Row(submission.path, verdicts, must_fail))
            obligations += _obligations(submission, result.testcases)
            columns_of = groups.columns_by_group([t.name for t in result.testcases])
            for group in must_fail:
                obligations += _killers_among(columns_of[group], verdicts)
    tests = _tests(problem, list(judged.values()), accepted)
    return KillMatrix(tests, tuple(rows), tuple(obligations))


def _killers_among(columns: Sequence[int], verdicts: Sequence[Verdict]) -> list[int]:
    """Return an obligation: the tests of a group that stop a submission, if any do."""
    killers = [column for column in columns if verdicts[column] is not Verdict.AC]
    mask = sum(1 << column for column in killers)
    return [mask] if mask else []


def _tests(
    problem: Problem,
    judged: Sequence[SubmissionResult],
    accepted: Sequence[SubmissionResult],
) -> tuple[Test, ...]:
    """Return the columns: all judged submissions have the same tests."""
    if not judged:
        return ()
    families = {case.name: case.family for case in problem.testcases}
    tests = []
    for column, test in enumerate(judged[0].testcases):
        # Only accepted submissions run on every test in any case, so their time is what
        # a test costs.
        cpu_s = sum(result.testcases[column].execution.cpu_s for result in accepted)
        tests.append(Test(test.name, families[test.name], cpu_s))
    return tuple(tests)


def _obligations(submission: Submission, results: Sequence[TestcaseResult]) -> list[int]:
    """Return the obligations of one wrong submission as bit masks of tests.

    First the tests that kill it with a required verdict, or with any verdict if there
    are none; then the tests whose message has the text that the expectation asks for.
    """
    expectation = submission.expectation
    assert expectation is not None
    killers = 0
    required = 0
    with_message = 0
    for column, result in enumerate(results):
        bit = 1 << column
        if result.verdict is not Verdict.AC:
            killers |= bit
            if is_in(result.verdict, expectation.required):
                required |= bit
        if expectation.message and expectation.message in result.message:
            with_message |= bit
    # A mask without tests is no obligation: nothing meets it, whatever set of tests is chosen.
    return [mask for mask in (required or killers, with_message) if mask]
