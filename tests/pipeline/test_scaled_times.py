"""Whether results stay if all times are shorter or longer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judging.core.classify import classify
from judging.core.expectations import verdict_of
from judging.core.limits import MIB, Limits, ProblemLimits
from judging.core.problem import Aggregation, Problem, Testcase, TestGroup
from judging.core.results import Status, SubmissionResult
from judging.core.runs import CheckResult, Ending, Execution, TestcaseResult
from judging.core.scoring import Scoring, apply_score, scoring
from judging.core.sensitivity import Sensitivity
from judging.core.verdicts import Verdict
from judging.package.files.layout import KATTIS_2025_09, KATTIS_LEGACY
from judging.pipeline.scaled_times import near_runs, sensitivity
from judging.values import replace

LIMITS = Limits(time_s=1.0, kill_s=1.5, memory_bytes=MIB, output_bytes=MIB)
RIGHT = CheckResult(Verdict.AC)
WRONG = CheckResult(Verdict.WA)
TESTS = tuple(f"secret/{number}" for number in range(1, 7))


def ended(cpu_s: float, check: CheckResult | None = RIGHT) -> Execution:
    code = 0 if check is not None else 1
    return Execution(Ending.EXITED, cpu_s=cpu_s, wall_s=cpu_s, exit_code=code)


def judged(
    name: str, execution: Execution, check: CheckResult | None = RIGHT
) -> TestcaseResult:
    return TestcaseResult(name, classify(execution, LIMITS, check), execution, check)


def runs(*cpu_s: float) -> list[TestcaseResult]:
    """Return right results with these times; that of a negative time is wrong."""
    results = []
    for name, time_s in zip(TESTS, cpu_s, strict=False):
        check = RIGHT if time_s >= 0 else WRONG
        results.append(judged(name, ended(abs(time_s)), check))
    return results


def submission(results: Sequence[TestcaseResult]) -> SubmissionResult:
    return SubmissionResult(
        "x.py",
        "python3",
        Status.JUDGED,
        verdict_of(results),
        None,
        testcases=tuple(results),
    )


def found(
    results: Sequence[TestcaseResult],
    margin: float = 1.5,
    tests: Sequence[str] = (),
    rules: Scoring | None = None,
) -> Sensitivity:
    """Return the sensitivity of results; all tests ran unless `tests` names others."""
    names = tests or [result.name for result in results]
    answer = sensitivity(submission(results), names, LIMITS, margin, rules)
    assert answer is not None
    assert answer.margin == margin
    return answer


def changes(answer: Sensitivity) -> tuple[list[Verdict | None], list[str]]:
    verdicts = [other.verdict for other in answer.others]
    return verdicts, [test.name.rpartition("/")[2] for test in answer.tests]


@pytest.mark.parametrize(
    ("times", "verdicts", "tests"),
    [
        pytest.param((0.1, 0.6, 0.2), [], "", id="far"),
        pytest.param((0.1, 0.8, 0.2), [Verdict.TLE], "2", id="near"),
        pytest.param((0.9, 0.1, 0.7), [Verdict.TLE], "13", id="each is enough"),
        pytest.param((0.1, 1.2, 0.1), [Verdict.AC], "2", id="just too slow"),
        pytest.param((0.1, 1.2, 1.6), [], "", id="another is much too slow"),
        pytest.param((0.1, 1.2, 1.3), [Verdict.AC], "23", id="both are needed"),
        pytest.param((0.8, -0.1), [Verdict.TLE], "1", id="late before it is wrong"),
        pytest.param((-0.1, 0.8), [], "", id="late after it is wrong"),
        pytest.param((0.1, -0.8), [Verdict.TLE], "2", id="late where it is wrong"),
        pytest.param((1.2, -0.1), [Verdict.WA], "1", id="then another is wrong"),
        pytest.param((-1.2, 0.1), [Verdict.WA], "1", id="late and wrong"),
        pytest.param((-1.2, 1.6), [Verdict.WA], "1", id="wrong before a late one"),
    ],
)
def test_the_first_test_that_is_not_accepted_decides(
    times: tuple[float, ...], verdicts: list[Verdict], tests: str
) -> None:
    answer = found(runs(*times))
    assert changes(answer) == (verdicts, list(tests))
    assert answer.clear == (not verdicts)


def test_a_larger_margin_reaches_further() -> None:
    assert found(runs(0.6)).clear
    assert not found(runs(0.6), margin=2).clear
    assert found(runs(0.8), margin=1.2).clear
    assert found(runs(0.999), margin=1).clear


def test_the_factor_is_the_one_at_which_the_verdict_changes() -> None:
    [slower] = found(runs(0.5, 0.8, 0.9), margin=3).others
    assert slower.factor == pytest.approx(1 / 0.9)
    [faster] = found(runs(1.2, 1.25)).others
    assert faster.factor == pytest.approx(1 / 1.25)


def test_a_run_that_was_stopped_has_a_lower_bound() -> None:
    """It had not ended after 1.5 times the limit, so two thirds of its time are more than
    the limit. Of half its time nobody knows."""
    stopped = judged(
        TESTS[0], Execution(Ending.CPU_LIMIT, cpu_s=1.499, wall_s=1.6), None
    )
    assert found([stopped]).clear
    answer = found([stopped], margin=2)
    assert changes(answer) == ([None], ["1"])
    [test] = answer.tests
    assert (test.verdict, test.other_verdict, test.stopped) == (Verdict.TLE, None, True)


@pytest.mark.parametrize(
    ("execution", "check", "verdicts"),
    [
        pytest.param(
            Execution(Ending.WALL_LIMIT, cpu_s=0.01, wall_s=3.0), None, [], id="slept"
        ),
        pytest.param(
            Execution(Ending.WALL_LIMIT, cpu_s=0.9, wall_s=3.0),
            None,
            [None],
            id="computed until the wall limit",
        ),
        pytest.param(
            Execution(Ending.EXITED, cpu_s=0.1, wall_s=2.5, exit_code=0),
            RIGHT,
            [Verdict.TLE],
            id="close to the wall limit",
        ),
        pytest.param(
            Execution(Ending.EXITED, cpu_s=0.1, wall_s=2.5, waited_s=2.3, exit_code=0),
            RIGHT,
            [],
            id="others had the core",
        ),
        pytest.param(
            Execution(Ending.EXITED, cpu_s=0.9, wall_s=0.9, exit_code=0),
            CheckResult(Verdict.WA, final=True),
            [],
            id="rejected before it ended",
        ),
        pytest.param(
            Execution(Ending.MEMORY_LIMIT, cpu_s=0.9, wall_s=0.9, memory_bytes=MIB),
            None,
            [Verdict.TLE],
            id="time before memory",
        ),
        pytest.param(
            Execution(Ending.MEMORY_LIMIT, cpu_s=1.2, wall_s=1.2, memory_bytes=MIB),
            None,
            [Verdict.MLE],
            id="memory in time",
        ),
        pytest.param(
            Execution(Ending.OUTPUT_LIMIT, cpu_s=0.9, wall_s=0.9, output_bytes=2 * MIB),
            None,
            [Verdict.TLE],
            id="time before output",
        ),
        pytest.param(
            Execution(Ending.OUTPUT_LIMIT, cpu_s=1.1, wall_s=1.1, output_bytes=2 * MIB),
            None,
            [Verdict.OLE],
            id="output in time",
        ),
        pytest.param(
            Execution(Ending.SIGNALED, cpu_s=1.1, wall_s=1.1, signal=11),
            None,
            [Verdict.RTE],
            id="crash in time",
        ),
    ],
)
def test_how_a_run_ended(
    execution: Execution, check: CheckResult | None, verdicts: list[Verdict | None]
) -> None:
    answer = found([judged(TESTS[0], execution, check)])
    assert [other.verdict for other in answer.others] == verdicts


def test_tests_that_did_not_run_decide_if_the_last_one_is_passed() -> None:
    answer = found(runs(0.1, 1.2), tests=TESTS[:4])
    assert changes(answer) == ([None], ["2"])
    # What comes after another failure does not.
    assert found(runs(0.1, -0.3), tests=TESTS[:4]).clear


def test_results_that_are_not_final_are_neither_clear_nor_sensitive() -> None:
    assert sensitivity(submission(runs(0.1, 0.2)), TESTS, LIMITS, 1.5) is None
    unjudged = replace(submission([]), status=Status.NOT_JUDGED, verdict=None)
    assert sensitivity(unjudged, TESTS, LIMITS, 1.5) is None
    broken = replace(unjudged, status=Status.COMPILE_ERROR, verdict=Verdict.CE)
    assert sensitivity(broken, TESTS, LIMITS, 1.5) == Sensitivity(1.5)


def test_near_runs_are_named_whatever_the_result() -> None:
    wrong_first = submission(runs(-0.1, 0.8, 0.2, 1.2))
    near = near_runs(wrong_first, LIMITS, 1.5)
    assert [run.name for run in near] == ["secret/2", "secret/4"]


TIMES = st.sampled_from(
    [0.1, 0.5, 0.6, 0.67, 0.8, 0.95, 1.0, 1.05, 1.3, 1.45, 1.55, 2.5]
)
RUNS = st.lists(st.tuples(TIMES, st.booleans() | st.just(True)), min_size=1, max_size=6)


def scaled(
    result: TestcaseResult, factor: Fraction, rules: Scoring | None
) -> TestcaseResult:
    """Return a run as the judge would decide about it on a machine of another speed."""
    execution = result.execution
    # Fractions, so that no rounding decides: only the comparison of `classify` does.
    cpu_s = Fraction(str(execution.cpu_s)) * factor
    slower = replace(execution, cpu_s=cpu_s)
    verdict = classify(slower, LIMITS, result.check)
    again = replace(result, verdict=verdict, score=None)
    return apply_score(again, rules.of_test(result.name)) if rules else again


def factors(results: Sequence[TestcaseResult], margin: Fraction) -> list[Fraction]:
    """Return the ends of the range, each factor in it at which a time is the limit, and
    others right beside these."""
    wanted = [1 / margin, margin]
    for result in results:
        border = 1 / Fraction(str(result.execution.cpu_s))
        wanted += [border, border * Fraction(1000001, 1000000)]
    return [factor for factor in wanted if 1 / margin <= factor <= margin]


@given(RUNS, st.sampled_from(["1", "1.2", "1.5", "3"]))
def test_clear_means_that_no_factor_changes_the_verdict(
    drawn: list[tuple[float, bool]], margin: str
) -> None:
    signed = [time_s if right else -time_s for time_s, right in drawn]
    results = runs(*signed)
    answer = found(results, margin=float(margin))
    verdicts = set()
    for factor in factors(results, Fraction(margin)):
        verdicts.add(verdict_of([scaled(run, factor, None) for run in results]))
    assert answer.clear == (verdicts == {verdict_of(results)})
    assert {other.verdict for other in answer.others} <= verdicts
    near = {run.name for run in near_runs(submission(results), LIMITS, float(margin))}
    assert {test.name for test in answer.tests} <= near


def rules_of(aggregation: Aggregation) -> Scoring:
    groups = {"secret": TestGroup("secret", aggregation, max_score=60.0)}
    cases = tuple(map(Testcase, TESTS))
    paths = KATTIS_2025_09.paths(Path(__file__).parent)
    limits = ProblemLimits(1.0)
    rules = scoring(Problem("p", "", ("scoring",), limits, paths, cases, groups))
    assert rules is not None
    return rules


@given(
    st.lists(st.tuples(TIMES, st.booleans() | st.just(True)), min_size=6, max_size=6),
    st.sampled_from([Aggregation.SUM, Aggregation.MIN, Aggregation.PASS_FAIL]),
)
def test_clear_means_that_no_factor_changes_a_score(
    drawn: list[tuple[float, bool]], aggregation: Aggregation
) -> None:
    rules = rules_of(aggregation)
    signed = [time_s if right else -time_s for time_s, right in drawn]
    results = [scaled(run, Fraction(1), rules) for run in runs(*signed)]
    results = [
        replace(run, execution=ended(abs(t)))
        for run, t in zip(results, signed, strict=True)
    ]
    answer = found(results, rules=rules)
    grades = set()
    for factor in [Fraction(1), *factors(results, Fraction("1.5"))]:
        grade = rules.grade([scaled(run, factor, rules) for run in results])
        grades.add((grade.verdict, grade.score))
    assert answer.clear == (len(grades) == 1)
    for other in answer.others:
        assert (other.verdict, other.score) in grades


def test_each_group_counts_where_scores_are_computed() -> None:
    """A late test after a wrong one changes no verdict, but a sum of scores."""
    rules = rules_of(Aggregation.SUM)
    results = [
        apply_score(run, rules.of_test(run.name))
        for run in runs(-0.1, 0.8, 0.1, 0.1, 0.1, 0.1)
    ]
    answer = found(results, tests=TESTS, rules=rules)
    [other] = answer.others
    assert (other.verdict, other.score) == (Verdict.WA, 40.0)
    assert [test.name for test in answer.tests] == ["secret/2"]


def test_a_test_that_the_rules_skip_is_not_missing() -> None:
    """The lowest score counts: after a failure in time, no test can change it."""
    rules = rules_of(Aggregation.MIN)
    results = [apply_score(run, rules.of_test(run.name)) for run in runs(0.1, -0.1)]
    assert found(results, tests=TESTS, rules=rules).clear
    late = [apply_score(run, rules.of_test(run.name)) for run in runs(0.1, 1.2)]
    [other] = found(late, tests=TESTS, rules=rules).others
    assert other.verdict is None


def test_the_grader_of_a_package_is_not_asked() -> None:
    def grader(flags: tuple[str, ...], results: str) -> tuple[Verdict, float]:
        raise AssertionError("a process")

    cases = tuple(map(Testcase, TESTS[:2]))
    groups = {"": TestGroup("", graded=True, custom=True)}
    paths = KATTIS_LEGACY.paths(Path(__file__).parent)
    problem = Problem("p", "", ("scoring",), ProblemLimits(1.0), paths, cases, groups)
    rules = scoring(problem, grader)
    assert rules is not None
    assert found(runs(0.1, 0.2), rules=rules).clear
    assert changes(found(runs(0.8, 0.2), rules=rules)) == ([None], ["1"])
