"""Scores by folders in the older format, compared with a naive default grader.

A group is a list of parts; a part is a run or a group.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.scores import AC, VERDICTS, WA, graded, ran, rules

from judging.core.problem import TestGroup
from judging.core.runs import TestcaseResult
from judging.core.scoring import apply_score
from judging.core.verdicts import Verdict


@dataclass(frozen=True)
class Folder:
    config: TestGroup
    parts: tuple[tuple[str, Folder | tuple[Verdict, float | None]], ...]


WORST_FIRST = ["JE", "IF", "RTE", "MLE", "TLE", "OLE", "WA", "AC"]


def by_the_grader(folder: Folder, top: bool = True) -> tuple[str, float]:
    """Grade the parts; a group with `breaks` ends at the first part that is not accepted."""
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
    if mode == "always_accept" or (
        "accept_if_any_accepted" in flags and "AC" in verdicts
    ):
        came = "AC"
    whole = sum(points, Fraction(0))
    total = {
        "sum": whole,
        "avg": whole / len(points),
        "min": min(points),
        "max": max(points),
    }
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


# The first group fails, and then the second group runs.
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
                            TestGroup(
                                "secret/a",
                                graded=True,
                                flags=("accept_if_any_accepted",),
                            ),
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
    assert grade.score == (
        pytest.approx(score, abs=1e-8) if verdict == "AC" else rejected
    )
    # Skipped tests change nothing if they run nevertheless.
    everything = rule.grade(
        [apply_score(test, rule.of_test(test.name)) for test in tests]
    )
    assert everything == grade


@example(FORGIVING)
@given(folders(""))
def test_more_results_skip_no_fewer_tests_in_folders(tree: Folder) -> None:
    """Otherwise a test that was skipped while running ahead would be missing at the end."""
    groups, tests = flat(tree)
    rule = rules(groups, [test.name for test in tests])
    for place, test in enumerate(tests):
        said = [rule.skips(test.name, tests[:known]) for known in range(place + 1)]
        assert said == sorted(said)
