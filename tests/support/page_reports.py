"""Reports with something of everything that a page can show."""

from __future__ import annotations

from typing import Any

from support.reports import CRASHED, GOOD, T, W, judged, ran, reported

from judging.core.limits import Growth, Measure, SizedRun, TimeLimitCheck, Timing
from judging.core.results import (
    ContestReport,
    FileStart,
    PictureFile,
    ProblemRun,
    RunFacts,
    RunReport,
    TestFacts,
)
from judging.core.runs import DialogueLine, Ending
from judging.core.verdicts import Verdict
from judging.data.bounds import Bound
from judging.features.hack.hunt.finds import Find, Hunt, HuntReport
from judging.features.mutate.mutants import Mutant
from judging.features.mutate.results import (
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)
from judging.features.strength.matrix import KillMatrix, Row, Test
from judging.features.strength.measures import (
    EqualAnswers,
    KilledByOneFamily,
    KilledByOneTest,
    Rate,
    Strength,
    Subset,
)
from judging.features.strength.report import MeasuredRun
from judging.features.strengthen.search import StrengtheningReport
from judging.features.strengthen.search.report import Evidence, ProposedTest, StreamYield
from judging.reports.comparison import (
    Comparison,
    LanguageRatio,
    LimitRange,
    RecordedOutcome,
    ReportOrigin,
    Spread,
    SubmissionDifference,
    SubmissionRatio,
    TestDifference,
    TimedBound,
)
from judging.values import replace

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>\"'></style>\u202e\u2066\ud800\x07"
TESTS = (
    "sample/1",
    "secret/1-small/01",
    "secret/1-small/02",
    "secret/2-large/01",
    "secret/2-large/02",
)
TALK = (
    DialogueLine(1, 0.0015, "judge", "guess 5"),
    DialogueLine(2, 0.25, "submission", "6"),
    DialogueLine(3, 0.25, "", "---"),
    DialogueLine(30, 1.0, "judge", "done"),
)


def _run() -> RunReport:
    """A run with something of everything."""
    fast = "solutions/accepted/dp.cpp"
    slow = "solutions/time_limit_exceeded/recursive.py"
    wrong = "solutions/wrong_answer/brute.py"
    submissions = (
        judged(fast, *(ran(name, cpu_s=0.1 * n) for n, name in enumerate(TESTS, 1))),
        judged(
            slow,
            *(ran(name) for name in TESTS[:3]),
            ran(TESTS[3], T, "stopped", cpu_s=3.0, ending=Ending.CPU_LIMIT),
        ),
        judged(
            wrong,
            ran(TESTS[0]),
            replace(
                ran(TESTS[1], W, "got 4", diff="line 1: expected 5", stderr="trace"),
                transcript=TALK,
            ),
        ),
        judged("solutions/accepted/off.cpp", ran(TESTS[0]), ran(TESTS[1], W, "got 4")),
        replace(CRASHED, testcases=(replace(CRASHED.testcases[0], name=TESTS[0]),)),
    )
    start = FileStart(b"1 2\n", 4)
    tests = tuple(
        TestFacts(
            name,
            name.rpartition("/")[0],
            "gen 5",
            "generators/generators.yaml:3",
            start,
            start,
        )
        for name in TESTS
    )
    return replace(
        reported(*submissions),
        tests=TESTS,
        tests_total=5,
        facts=RunFacts(True, fast, tests, None),
    )


RUN = _run()
# An SVG whose script would change the page, if it ran, and a picture that is none.
SCRIPTED_SVG = b"""<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
<script>parent.document.title = "changed"; alert(1)</script>
<image href="http://127.0.0.1:9/x.png" width="9" height="9"/>
<rect width="60" height="40" fill="green" onload="alert(2)"/></svg>"""
BROKEN_PNG = b"\x89PNG\r\n\x1a\nand no more"


def _pictured() -> RunReport:
    """The same with pictures of tests and of a run."""
    facts = RUN.facts
    assert facts is not None
    shown = PictureFile("secret/1-small/01.svg", "image/svg+xml", SCRIPTED_SVG)
    large = PictureFile("sample/1.png", why_not="it has 700 KiB, more than 512 KiB")
    pictures = {TESTS[0]: large, TESTS[1]: shown}
    tests = [replace(test, picture=pictures.get(test.name)) for test in facts.tests]
    of_run = (
        PictureFile("judgeimage-1.svg", "image/svg+xml", SCRIPTED_SVG),
        PictureFile("judgeimage-2.png", "image/png", BROKEN_PNG),
    )
    path = "solutions/wrong_answer/brute.py"
    drawn = replace(facts, tests=tuple(tests), pictures={(path, TESTS[1]): of_run})
    return replace(RUN, facts=drawn)


PICTURED = _pictured()
MATRIX = KillMatrix(
    tuple(Test(name, name.rpartition("/")[0], 0.1) for name in TESTS),
    (
        Row(
            "solutions/wrong_answer/brute.py",
            (Verdict.AC, Verdict.WA, *[Verdict.AC] * 3),
        ),
    ),
    (),
)
BRUTE = MATRIX.rows[0].path
STRENGTH = Strength(
    "sums", MATRIX, Rate(1, 1), Rate(0, 1, (BRUTE,)), TESTS[2:], (TESTS[:2],),
    (KilledByOneTest(BRUTE, TESTS[1]),), (KilledByOneFamily(BRUTE, "secret", TESTS[1:3]),),
    Subset(TESTS[1:2], True, 0.1, 0.2), Subset(TESTS[:2], True, 0.2, 0.4), 1, 1,
    (Bound("1", "n", 1, 9, 2, 9, False, True),), (EqualAnswers("secret", 4, "no"),),
    TimeLimitCheck(1.0, None, None, None, None, 2.0, 1.5, None), (),
)  # fmt: skip
MUTANT = Mutant(
    "m1", "constant", "a.py", 1, "x = 1", "x = 2", "-\n+\n-x = 1\n+x = 2", b""
)
MUTANTS = (
    MutantResult(MUTANT, Outcome.KILLED, Verdict.WA, TESTS[0]),
    MutantResult(replace(MUTANT, id="m2"), Outcome.SURVIVED),
)
MUTATED = MutationReport(
    problem="sums",
    seed=0,
    submissions=(
        MutatedSubmission("a.py", "python3", 5, MUTANTS, (), (("a.py", b"x = 1\n"),)),
    ),
)
FIND = Find(
    b"1\n", b"1 2 3\n", b"3\n", Verdict.WA, "got 3", "gen 5", 4, b"7 7\n", 3, None
)
HUNT = HuntReport(
    problem="sums",
    seed=0,
    hunts=(Hunt(BRUTE, FIND, 5, 1.0, 2.0, Verdict.WA), Hunt("b.py", None)),
)
RUNS = tuple(SizedRun("t", {"n": n}, n * n / 1e4, n < 90) for n in (10, 50, 90))
LINE = tuple((float(n), n * n / 1e4) for n in (10, 30, 90, 200))
COUNTED = tuple(
    SizedRun("g", {"m": m}, m / 1e6, blocks=7 * m) for m in (10, 100, 1000, 10**4, 10**5)
)
GROWTH = (
    Growth(BRUTE, "n", RUNS, ("n^2",), 2.0, 0.1, line=LINE, bound=200, limit_cost=1.0),
    Growth("b.py", "n", ()),
    Growth(
        "c.cpp",
        "m",
        COUNTED,
        ("n",),
        1.0,
        0.05,
        measure=Measure.BLOCKS,
        on_demand=True,
        line=((10.0, 70.0), (1e6, 7e6)),
        bound=10**6,
        expected_s=(1.0, 1.0),
        limit_cost=7e6,
    ),
    Growth("d.cpp", "m", COUNTED, measure=Measure.BLOCKS, on_demand=True, alone=True),
)
LIMITS = TimeLimitCheck(
    1.0, Timing("a.py", "t", 0.4, False), Timing("b.py", "u", 1.6, True), 2.5, 1.6, 2.0, 1.5, 0.8,
    growth=GROWTH,
)  # fmt: skip
KILLS = Evidence(kills=frozenset({"a.py@m1"}))
STRENGTHENED = StrengtheningReport(
    problem="sums", seed=0,
    victims={"a.py@m1": "x = 1 -> x = 2", "a.py@m2": MARKUP, **dict.fromkeys(map(str, range(25)), "")},
    existing={TESTS[0]: Evidence()},
    proposed=(ProposedTest("secret/stronger-1", "format.ctd, biased", b"1 2\n", KILLS),),
    held_out=None, ceiling=20,
    streams={
        "format.ctd, biased": StreamYield(40, 20, 3, 1.5),
        "format.ctd, uniform": StreamYield(80, 17, 0, 0.0),
    },
)  # fmt: skip
PLACE = ("sums", "solutions/accepted/dp.cpp", "C++")
COMPARISON = Comparison(
    (
        ReportOrigin("lab", "lab.json", "2026-11-20T10:00:00Z", "Xeon, 4 cores", "1.0"),
        ReportOrigin(
            "home", "x/home.json", missing=("inputs",), remarks=("it is slow",)
        ),
    ),
    ("sums",),
    3,
    (
        SubmissionDifference(
            *PLACE,
            (
                RecordedOutcome(
                    Verdict.AC, True, frozenset({Verdict.AC}), frozenset({Verdict.AC})
                ),
                RecordedOutcome(T, False, None, None, 1.5, TESTS[3], "took 2.5 s"),
            ),
            (TestDifference(TESTS[3], (Verdict.AC, T)),),
        ),
        SubmissionDifference(
            "sums",
            "b.go",
            "Go",
            (RecordedOutcome(W, None), RecordedOutcome(None, None, reason="no Go")),
        ),
        SubmissionDifference(
            "sums",
            "c.cpp",
            "C++",
            (RecordedOutcome(W, True), RecordedOutcome(W, True)),
            (TestDifference(TESTS[4], (W, T)),),
        ),
    ),
    (
        LanguageRatio(1, "C++", Spread(1.5, 1.4, 1.75), 6, 2, 1),
        LanguageRatio(1, "Python", None, 0, 0, 2),
    ),
    (
        SubmissionRatio(1, *PLACE, 3.0, None, 2, Spread(1.5, 1.4, 1.6), 3, True),
        SubmissionRatio(1, "sums", "c.cpp", "C++", 1.5, 1.5, 4, Spread(1.0, 1.0, 1.0)),
    ),
    (
        LimitRange(
            "sums",
            (2.0, 1.0),
            TimedBound(1, "a.cpp", TESTS[3], 0.5),
            TimedBound(0, "slow.py", TESTS[4], 3.0, stopped=True),
        ),
    ),
    ("home has no result on secret/9",),
)
OTHERS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "strength": (
        MeasuredRun(RUN, STRENGTH),
        ("Survivors", "1 to 9: 1 NOT REACHED (smallest value 2)", "1 of 5, 20 %"),
    ),
    "hunt": (HUNT, ("solutions/wrong_answer/brute.py", "1 2 3")),
    "mutation": (MUTATED, ("Mutation score 50%", "undecided", "x = 1")),
    "strengthening": (
        STRENGTHENED,
        ("20 of 27", "format.ctd, biased", "secret/stronger-1", "kills a.py@m1"),
    ),
    "comparison": (
        COMPARISON,
        ("2 of 3 submissions ended alike", "at least 3.00 times", "0.500 s to 3.000 s"),
    ),
    "limits": (LIMITS, ("Both ratios are good.", "n^2", "too few sizes")),
    "contest": (
        ContestReport("finals", (ProblemRun("A", "a", RUN), ProblemRun("B", "b", GOOD))),
        ("finals", "as expected", "limit / slowest"),
    ),
}
