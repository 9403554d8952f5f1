"""Scores: the tables and cases that the formats name."""

from __future__ import annotations

from dataclasses import replace

import pytest
<<<<<<< HEAD
from support.scores import (
    AC,
    JE,
    MIN,
    PASS_FAIL,
    RTE,
    SUM,
    TLE,
    WA,
    graded,
    judged,
    ran,
    rules,
    scores,
)

from judging.core.problem import Expectation, TestGroup
from judging.core.results import GroupResult
from judging.core.scoring import Grade, apply_score, unmet
=======
from hypothesis import example, given
from hypothesis import strategies as st

from judging.core.limits import ProblemLimits
from judging.core.problem import Aggregation, Expectation, Problem, Testcase, TestGroup
from judging.core.results import CheckResult, Ending, Execution, GroupResult, TestcaseResult
from judging.core.scoring import Grade, Scoring, apply_score, scoring, unmet
from judging.core.verdicts import Verdict
from judging.package.files.layout import KATTIS_2025_09

AC, WA, TLE, RTE, JE = Verdict.AC, Verdict.WA, Verdict.TLE, Verdict.RTE, Verdict.JE
SUM, MIN, PASS_FAIL = Aggregation.SUM, Aggregation.MIN, Aggregation.PASS_FAIL
RAN = Execution(Ending.EXITED, exit_code=0)
PATHS = KATTIS_2025_09.paths(Path(__file__).parent)


def problem(groups: Sequence[TestGroup], tests: Sequence[str], **more: object) -> Problem:
    return Problem(
        "sums",
        "2025-09",
        ("scoring",),
        ProblemLimits(1.0),
        PATHS,
        testcases=tuple(Testcase(name) for name in tests),
        groups={group.name: group for group in groups},
        **more,  # type: ignore[arg-type]
    )


def rules(groups: Sequence[TestGroup], tests: Sequence[str], **more: object) -> Scoring:
    made = scoring(problem(groups, tests, **more))
    assert made is not None
    return made


def ran(
    name: str, verdict: Verdict = AC, score: str | None = None, multiplier: str | None = None
) -> TestcaseResult:
    """What a run gives before it is scored; only what the checker saw has a word of it."""
    check = None
    if verdict in (AC, WA):
        check = CheckResult(verdict, score=score, multiplier=multiplier)
    return TestcaseResult(name, verdict, RAN, check)


def judged(rule: Scoring, tests: Sequence[TestcaseResult]) -> list[TestcaseResult]:
    """As a run one test at a time makes them: those that the rules leave out are not run."""
    done: list[TestcaseResult] = []
    for test in tests:
        if not rule.left_out(test.name, done):
            done.append(apply_score(test, rule.of_test(test.name)))
    return done


def graded(rule: Scoring, *tests: TestcaseResult) -> Grade:
    return rule.grade(judged(rule, tests))


def scores(grade: Grade) -> dict[str, float | None]:
    return {group.name: group.score for group in grade.groups}


# The 2025-09 format, read aloud.


def share(group: TestGroup, count: int) -> Fraction | None:
    """The maximum score of a test in a group of `count` tests; None: unbounded."""
    if group.max_score is None:
        return None
    whole = Fraction(group.max_score)
    return whole if group.aggregation is MIN else whole / count


@dataclass(frozen=True)
class Aloud:
    """The result of a package of groups, by the words of the specification."""

    groups: Mapping[str, TestGroup]
    runs: Mapping[str, Mapping[str, tuple[Verdict, Fraction | None, Fraction | None]]]

    def accepted(self, name: str) -> bool:
        """Every test case in the group received an accepted verdict; not so if it is not run."""
        return self.is_run(name) and all(run[0] is AC for run in self.runs[name].values())

    def is_run(self, name: str) -> bool:
        return all(self.accepted(required) for required in self.groups[name].require_pass)

    def of_test(self, name: str, test: str) -> Fraction:
        verdict, score, multiplier = self.runs[name][test]
        most = share(self.groups[name], len(self.runs[name]))
        if verdict is not AC:
            return Fraction(0)
        if score is not None:
            return score
        assert most is not None
        return most if multiplier is None else multiplier * most

    def of_group(self, name: str) -> Fraction:
        group = self.groups[name]
        if not self.is_run(name):
            return Fraction(0)
        if group.aggregation is PASS_FAIL:
            return Fraction(group.max_score or 0) if self.accepted(name) else Fraction(0)
        parts = [self.of_test(name, test) for test in self.runs[name]]
        return sum(parts, Fraction(0)) if group.aggregation is SUM else min(parts)

    def of_secret(self) -> Fraction:
        secret = self.groups["secret"]
        if not all(self.accepted(required) for required in secret.require_pass):
            return Fraction(0)
        names = [name for name in self.groups if name.startswith("secret/")]
        if secret.aggregation is PASS_FAIL:
            passed = all(self.accepted(name) for name in names)
            return Fraction(secret.max_score or 0) if passed else Fraction(0)
        parts = [self.of_group(name) for name in names]
        return sum(parts, Fraction(0)) if secret.aggregation is SUM else min(parts)


VERDICTS = st.sampled_from([AC, AC, AC, WA, TLE, RTE])


@st.composite
def runs_in(
    draw: st.DrawFn, group: TestGroup
) -> dict[str, tuple[Verdict, Fraction | None, Fraction | None]]:
    count = draw(st.integers(1, 4))
    most = share(group, count)
    speaks = group.aggregation is not PASS_FAIL
    made = {}
    for number in range(count):
        verdict = draw(VERDICTS)
        score = multiplier = None
        if speaks and verdict is AC and group.max_score is None:
            score = Fraction(draw(st.integers(0, 400)), 4)
        elif speaks and verdict is AC:
            assert most is not None
            kind = draw(st.sampled_from(["silent", "score", "multiplier"]))
            part = Fraction(draw(st.integers(0, 8)), 8)
            if kind == "score":
                score = Fraction(int(part * most))
            elif kind == "multiplier":
                multiplier = part
        made[f"{group.name}/{number}"] = (verdict, score, multiplier)
    return made


@st.composite
def trees(draw: st.DrawFn) -> Aloud:
    bounded = draw(st.booleans())
    aggregation = draw(st.sampled_from([SUM, MIN, PASS_FAIL] if bounded else [SUM, MIN]))
    groups = {"sample": TestGroup("sample")}
    groups["secret"] = TestGroup(
        "secret",
        aggregation,
        500.0 if bounded else None,
        require_pass=draw(st.sampled_from([(), ("sample",)])),
    )
    may_be_required = ["sample"]
    for number in range(draw(st.integers(1, 4))):
        name = f"secret/g{number}"
        kinds = [PASS_FAIL] if aggregation is PASS_FAIL else [PASS_FAIL, SUM, MIN]
        kind = draw(st.sampled_from(kinds))
        unbounded = not bounded and kind is not PASS_FAIL and draw(st.booleans())
        required = draw(st.lists(st.sampled_from(may_be_required), max_size=2, unique=True))
        most = None if unbounded else float(draw(st.integers(0, 100)))
        groups[name] = TestGroup(name, kind, most, tuple(required))
        if kind is PASS_FAIL:
            may_be_required.append(name)
    runs = {name: draw(runs_in(group)) for name, group in groups.items() if name != "secret"}
    return Aloud(groups, runs)


def results_of(aloud: Aloud) -> list[TestcaseResult]:
    def text(number: Fraction | None) -> str | None:
        return None if number is None else repr(float(number))

    return [
        ran(name, verdict, text(score), text(multiplier))
        for tests in aloud.runs.values()
        for name, (verdict, score, multiplier) in tests.items()
    ]


@given(trees())
def test_groups_score_as_the_format_says(aloud: Aloud) -> None:
    tests = results_of(aloud)
    rule = rules([*aloud.groups.values()], [test.name for test in tests])
    grade = graded(rule, *tests)
    assert grade.score == pytest.approx(float(aloud.of_secret()), abs=1e-8)
    blocked = not all(aloud.accepted(r) for r in aloud.groups["secret"].require_pass)
    for group in grade.groups:
        if group.name.startswith("secret/"):
            wanted = 0.0 if blocked else float(aloud.of_group(group.name))
            assert group.score == pytest.approx(wanted, abs=1e-8)
            assert (group.verdict is None) == (blocked or not aloud.is_run(group.name))
            assert (group.verdict is AC) == (not blocked and aloud.accepted(group.name))
    assert scores(grade)["sample"] is None
    assert not any(test.verdict is JE for test in grade.counted)


@given(trees())
def test_what_is_decided_or_left_out_changes_no_score(aloud: Aloud) -> None:
    tests = results_of(aloud)
    rule = rules([*aloud.groups.values()], [test.name for test in tests])
    whole = rule.grade([apply_score(test, rule.of_test(test.name)) for test in tests])
    fewest: list[TestcaseResult] = []
    for test in tests:
        if not rule.left_out(test.name, fewest) and not rule.decided(test.name, fewest):
            fewest.append(apply_score(test, rule.of_test(test.name)))
    least = rule.grade(fewest)
    assert least.score == whole.score
    assert least.verdict is whole.verdict
    assert scores(least) == scores(whole)
    passed = [{g.name for g in grade.groups if g.verdict is AC} for grade in (least, whole)]
    assert passed[0] == passed[1]


@given(trees(), st.data())
def test_more_results_leave_out_no_less(aloud: Aloud, data: st.DataObject) -> None:
    tests = results_of(aloud)
    rule = rules([*aloud.groups.values()], [test.name for test in tests])
    place = data.draw(st.integers(0, len(tests) - 1))
    for asked in (rule.left_out, rule.decided):
        said = [asked(tests[place].name, tests[:known]) for known in range(place + 1)]
        assert said == sorted(said)


# The older format, read aloud: a group is a list of parts, a part a run or a group.


@dataclass(frozen=True)
class Folder:
    config: TestGroup
    parts: tuple[tuple[str, Folder | tuple[Verdict, float | None]], ...]


WORST_FIRST = ["JE", "IF", "RTE", "MLE", "TLE", "OLE", "WA", "AC"]


def by_the_grader(folder: Folder, top: bool = True) -> tuple[str, float]:
    """The default grader over the parts, up to the first that is not accepted where it breaks."""
    config, flags = folder.config, folder.config.flags
    verdicts: list[str] = []
    points: list[Fraction] = []
    for _, part in folder.parts:
        if isinstance(part, Folder):
            verdict, score = by_the_grader(part, False)
            points.append(Fraction(score))
        else:
            verdict = str(part[0])
            usual = config.accept_score if part[0] is AC else config.reject_score
            points.append(Fraction(usual if part[1] is None else part[1]))
        verdicts.append(verdict)
        if verdict != "AC" and config.breaks:
            break
    if top and "ignore_sample" in flags:
        verdicts, points = verdicts[-1:], points[-1:]
    came = min(verdicts, key=WORST_FIRST.index)
    mode, how = "worst_error", "sum"
    for flag in flags:
        if flag in ("worst_error", "first_error", "always_accept"):
            mode = flag
        if flag in ("sum", "avg", "min", "max"):
            how = flag
    if mode == "first_error":
        came = ([verdict for verdict in verdicts if verdict != "AC"] or ["AC"])[0]
    if mode == "always_accept" or ("accept_if_any_accepted" in flags and "AC" in verdicts):
        came = "AC"
    whole = sum(points, Fraction(0))
    total = {"sum": whole, "avg": whole / len(points), "min": min(points), "max": max(points)}
    return came, float(total[how])


FLAGS = ["worst_error", "first_error", "always_accept", "accept_if_any_accepted"]
FLAGS += ["sum", "avg", "min", "max"]
POINTS = st.sampled_from([-3.0, 0.0, 0.5, 1.0, 7.0, 20.0])


@st.composite
def folders(draw: st.DrawFn, name: str, depth: int = 2) -> Folder:
    flags = draw(st.lists(st.sampled_from(FLAGS), max_size=3))
    breaks = draw(st.booleans())
    if not name and draw(st.booleans()):
        flags, breaks = [*flags, "ignore_sample"], False
    config = TestGroup(
        name,
        graded=True,
        breaks=breaks,
        accept_score=draw(POINTS),
        reject_score=draw(POINTS),
        flags=tuple(flags),
    )
    inner = ["sample", "secret"] if not name else [f"{name}/{n}" for n in "abc"]
    parts: list[tuple[str, Folder | tuple[Verdict, float | None]]] = []
    for part in inner if not name else inner[: draw(st.integers(1, 3))]:
        if not name or (depth > 0 and part.startswith("secret") and draw(st.booleans())):
            parts.append((part, draw(folders(part, depth - 1))))
        else:
            verdict = draw(VERDICTS)
            given = draw(st.none() | POINTS) if verdict in (AC, WA) else None
            parts.append((part, (verdict, given)))
    return Folder(config, tuple(parts))


def flat(folder: Folder) -> tuple[list[TestGroup], list[TestcaseResult]]:
    groups, tests = [folder.config], []
    for name, part in folder.parts:
        if isinstance(part, Folder):
            inside = flat(part)
            groups += inside[0]
            tests += inside[1]
        else:
            verdict, score = part
            tests.append(ran(name, verdict, None if score is None else repr(score)))
    return groups, tests


# Its first group fails before it is accepted, and then the second is run.
FORGIVING = Folder(
    TestGroup("", graded=True),
    (
        (
            "secret",
            Folder(
                TestGroup("secret", graded=True, breaks=True),
                (
                    (
                        "secret/a",
                        Folder(
                            TestGroup("secret/a", graded=True, flags=("accept_if_any_accepted",)),
                            (("secret/a/1", (WA, None)), ("secret/a/2", (AC, None))),
                        ),
                    ),
                    ("secret/b", (AC, None)),
                ),
            ),
        ),
    ),
)


@example(FORGIVING, False)
@given(folders(""), st.booleans())
def test_folders_score_as_the_default_grader_says(tree: Folder, minimize: bool) -> None:
    groups, tests = flat(tree)
    rule = rules(groups, [test.name for test in tests], minimize=minimize)
    grade = graded(rule, *tests)
    verdict, score = by_the_grader(tree)
    assert grade.verdict == verdict
    rejected = None if minimize else 0.0
    assert grade.score == (pytest.approx(score, abs=1e-8) if verdict == "AC" else rejected)
    # What is not left out counts, and what is left out changes nothing where it was run after all.
    everything = rule.grade([apply_score(test, rule.of_test(test.name)) for test in tests])
    assert everything == grade


@example(FORGIVING)
@given(folders(""))
def test_more_results_leave_out_no_less_in_folders(tree: Folder) -> None:
    """Else a test that was passed over in a run ahead would be missing in the end."""
    groups, tests = flat(tree)
    rule = rules(groups, [test.name for test in tests])
    for place, test in enumerate(tests):
        said = [rule.left_out(test.name, tests[:known]) for known in range(place + 1)]
        assert said == sorted(said)


# The tables and cases that the formats name.
>>>>>>> 2d2f90a (Session, Findings and Builder replace the workshop; a run hands values from step to step; one way to ask a validator)


def test_a_test_of_a_sum_is_worth_its_part_and_of_a_minimum_all() -> None:
    tests = [f"secret/{group}/{number}" for group in "abc" for number in range(3)]
    rule = rules(
        [
            TestGroup("secret/a", SUM, 30.0),
            TestGroup("secret/b", MIN, 30.0),
            TestGroup("secret/c", PASS_FAIL, 40.0),
        ],
        tests,
    )
    grade = graded(rule, *(ran(name, WA if name.endswith("2") else AC) for name in tests))
    assert scores(grade) == {"secret": 20, "secret/a": 20, "secret/b": 0, "secret/c": 0}
    each = [test.score for test in grade.counted]
    assert each == [10, 10, 0, 30, 30, 0, None, None, None]
    assert graded(rule, *map(ran, tests)).score == 100 == rule.best


def test_without_groups_tests_share_the_score_of_secret() -> None:
    tests = ["sample/1", *(f"secret/{number:02}" for number in range(49))]
    rule = rules([], tests)
    assert graded(rule, *map(ran, tests)).score == 100
    assert graded(rule, ran("sample/1", WA), *map(ran, tests[1:])).score == 100
    assert graded(rule, *map(ran, tests[:-1]), ran(tests[-1], TLE)).score == pytest.approx(
        100 * 48 / 49
    )


def test_a_group_is_not_run_unless_what_it_requires_passes() -> None:
    groups = [
        TestGroup("secret/a", PASS_FAIL, 30.0, ("sample",)),
        TestGroup("secret/b", PASS_FAIL, 30.0, ("secret/a",)),
        TestGroup("secret/c", SUM, 40.0),
    ]
    tests = ["sample/1", "secret/a/1", "secret/b/1", "secret/c/1"]
    rule = rules(groups, tests)
    failed = [ran("sample/1", WA), *map(ran, tests[1:])]
    assert [test.name for test in judged(rule, failed)] == ["sample/1", "secret/c/1"]
    grade = graded(rule, *failed)
    assert (grade.verdict, grade.score) == (WA, 40)
    assert GroupResult("secret/b", None, 0.0) in grade.groups
    # Whoever runs them all the same learns nothing that counts.
    everything = rule.grade([apply_score(test, rule.of_test(test.name)) for test in failed])
    assert everything == grade


# score.txt, score_multiplier.txt, of an accepted test in a group; what must come of it.
SPOKEN = [
    ("bounded", None, None, 50.0),
    ("bounded", "12.5", None, 12.5),
    ("bounded", " 50\n", None, 50.0),
    ("bounded", "5e1", None, 50.0),
    ("bounded", "50.1", None, "score.txt says 50.1, expected 0 to 50"),
    ("bounded", "-1", None, "score.txt says -1, expected 0 to 50"),
    ("bounded", "nan", None, "score.txt says 'nan', expected a number"),
    ("bounded", "inf", None, "score.txt says 'inf', expected a number"),
    ("bounded", "1_0", None, "score.txt says '1_0', expected a number"),
    ("bounded", "", None, "score.txt says '', expected a number"),
    ("bounded", "12 34", None, "score.txt says '12 34', expected a number"),
    ("bounded", None, "0.5", 25.0),
    ("bounded", None, "1.5", "score_multiplier.txt says 1.5, expected 0 to 1"),
    ("bounded", "1", "1", "wrote score.txt and score_multiplier.txt, expected one of them"),
    ("unbounded", "1e12", None, 1e12),
    ("unbounded", None, None, "no score.txt for a right output"),
    ("unbounded", None, "0.5", "wrote score_multiplier.txt for a test without a maximum score"),
    ("passfail", None, None, None),
    ("passfail", "1", None, "wrote score.txt, but secret/passfail is scored as a whole"),
    ("passfail", None, "1", "wrote score_multiplier.txt, but secret/passfail is scored as a whole"),
]


@pytest.mark.parametrize(("group", "score", "multiplier", "comes"), SPOKEN)
def test_what_the_output_validator_may_say(
    group: str, score: str | None, multiplier: str | None, comes: float | str | None
) -> None:
    groups = [
        TestGroup("secret", SUM, None),
        TestGroup("secret/bounded", SUM, 100.0),
        TestGroup("secret/unbounded", SUM, None),
        TestGroup("secret/passfail", PASS_FAIL, 100.0),
    ]
    name = f"secret/{group}/1"
    rule = rules(groups, ["sample/1", name, "secret/bounded/2"])
    result = apply_score(ran(name, AC, score, multiplier), rule.of_test(name))
    if isinstance(comes, str):
        assert result.verdict is JE
        assert comes in result.message
        assert result.check is not None  # the package's fault, not the machine's
    else:
        assert (result.verdict, result.score) == (AC, comes)
    # On a sample it is ignored, whatever it says.
    sample = apply_score(ran("sample/1", AC, score, multiplier), rule.of_test("sample/1"))
    assert (sample.verdict, sample.score) == (AC, None)


def test_a_wrong_output_has_no_score_of_its_own_in_2025_09() -> None:
    rule = rules([], ["secret/1"])
    assert apply_score(ran("secret/1", WA), rule.of_test("secret/1")).score == 0
    spoken = apply_score(ran("secret/1", WA, "0"), rule.of_test("secret/1"))
    assert spoken.verdict is JE
    assert "for an output that it does not accept" in spoken.message


def test_older_validators_score_only_where_the_package_says_so() -> None:
    groups = [TestGroup("", graded=True, accept_score=20.0, reject_score=-1.0)]
    loud = rules(groups, ["secret/1"]).of_test("secret/1")
    assert apply_score(ran("secret/1", AC, "-7.5"), loud).score == -7.5
    assert apply_score(ran("secret/1", WA, "3"), loud).score == 3
    assert [apply_score(ran("secret/1", v), loud).score for v in (AC, WA, TLE)] == [20, -1, -1]
    silent = rules(groups, ["secret/1"], validator_scores=False).of_test("secret/1")
    assert apply_score(ran("secret/1", AC), silent).score == 20
    assert "does not say that it scores" in apply_score(ran("secret/1", AC, "1"), silent).message


def test_scores_beyond_the_bounds_are_named() -> None:
    older = rules(
        [
            TestGroup("", graded=True, range=(0.0, 100.0)),
            TestGroup("secret", graded=True, accept_score=60.0, range=(0.0, 100.0)),
        ],
        ["secret/1", "secret/2"],
    )
    grade = graded(older, ran("secret/1"), ran("secret/2"))
    assert older.out_of_bounds(grade.groups) == [
        "the whole scores 120, its range is 0 to 100",
        "secret scores 120, its range is 0 to 100",
    ]
    new = rules(
        [TestGroup("secret", SUM, 10.0), TestGroup("secret/a", PASS_FAIL, 20.0)], ["secret/a/1"]
    )
    grade = graded(new, ran("secret/a/1"))
    assert new.out_of_bounds(grade.groups) == ["secret scores 20, more than its max_score 10"]


def test_a_run_that_could_not_be_judged_leaves_no_score() -> None:
    for groups in ([], [TestGroup("", graded=True)]):
        rule = rules(groups, ["secret/1", "secret/2"])
        assert graded(rule, ran("secret/1", JE)).score is None
        # A run that was not made where it could have changed the score.
        assert graded(rule, ran("secret/1")).score is None
        assert graded(rule, ran("secret/1"), ran("secret/2")).score is not None


ANY = frozenset({AC, WA, TLE, RTE})
GRADE = Grade(AC, 40.0, (), ())


@pytest.mark.parametrize(
    ("grade", "best", "score", "partial", "why"),
    [
        (GRADE, 100.0, (50.0, 60.0), False, "got 40, expected 50 to 60 (submissions.yaml:7)"),
        (GRADE, 100.0, (50.0, 50.0), False, "got 40, expected 50 (submissions.yaml:7)"),
        (GRADE, 100.0, (40.0, 40.0), False, ""),
        (GRADE, 100.0, (10.0, 40.0), True, ""),
        (GRADE, 40.0, None, True, "got the full score 40, expected a part of it"),
        (GRADE, None, None, True, ""),
        (replace(GRADE, verdict=WA), 100.0, None, True, "got WA, expected AC with a part of"),
        (replace(GRADE, score=None), 100.0, (0.0, 1.0), False, "got no score, expected 0 to 1"),
    ],
)
def test_a_broken_expectation_of_the_score_says_what_came(
    grade: Grade,
    best: float | None,
    score: tuple[float, float] | None,
    partial: bool,
    why: str,
) -> None:
    rule = Expectation(ANY, frozenset(), "submissions.yaml:7", score=score, partial=partial)
    said = unmet(rule, grade, best)
    assert said.startswith(why) if why else said == ""


def test_the_expected_score_of_a_group_is_of_that_group_alone() -> None:
    groups = (GroupResult("secret", AC, 40.0), GroupResult("secret/a", AC, 30.0))
    grade = Grade(AC, 40.0, groups, ())

    def said(glob: str, least: float, most: float) -> str:
        part = Expectation(ANY, frozenset(), "s.yaml:3", score=(least, most), tests=(glob,))
        return unmet(Expectation(ANY, frozenset(), "s.yaml:2", parts=(part,)), grade, 100.0)

    assert said("secret", 40, 40) == said("secret/a", 30, 30) == said("secret/*", 0, 30) == ""
    assert said("secret", 30, 30) == "got 40 of secret, expected 30 (s.yaml:3)"
    assert said("secret/a", 40, 50) == "got 30 of secret/a, expected 40 to 50 (s.yaml:3)"
    assert said("secret/b", 0, 0) == "no group is called secret/b (s.yaml:3)"
