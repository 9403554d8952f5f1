"""The score, the likely equivalents and the exit code that follow from outcomes of mutants."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from judging.core.diagnostics import error, warning
from judging.core.verdicts import Verdict
from judging.features.mutate.mutants import Mutant
from judging.features.mutate.report import render_text
from judging.features.mutate.results import (
    MutantHunt,
    MutantResult,
    MutatedSubmission,
    MutationReport,
    Outcome,
)
from judging.reports.medium import Medium
from judging.values import replace

MUTANT = Mutant(
    "m0", "constant", "a.c", 1, "1", "2", "--- a\n+++ b\n@@ @@\n-1\n+2", b"2"
)


def mutation(*outcomes: Outcome, verdict: Verdict | None = None) -> MutatedSubmission:
    found = [
        MutantResult(replace(MUTANT, id=f"m{i}"), outcome, verdict)
        for i, outcome in enumerate(outcomes)
    ]
    return MutatedSubmission("solutions/accepted/a.c", "c", 3, tuple(found))


def report(*outcomes: Outcome) -> MutationReport:
    return MutationReport(problem="p", seed=0, submissions=(mutation(*outcomes),))


@pytest.mark.parametrize(
    ("tried", "seconds", "largest", "enough"),
    [
        (20_000, 20.0, True, True),
        (20_000, 0.1, True, True),
        (19_999, 20.0, True, False),
        (20_000, 20.0, False, False),
    ],
)
def test_only_a_long_hunt_shows_that_a_mutant_is_likely_equivalent(
    tried: int, seconds: float, largest: bool, enough: bool
) -> None:
    assert MutantHunt(tried, seconds, largest).long_enough is enough


def test_the_score_ignores_mutants_that_were_not_judged_or_are_equivalent() -> None:
    whole = mutation(
        *[Outcome.NOT_COMPILED] * 2, *[Outcome.SAME, Outcome.DUPLICATE], *[Outcome.KILLED] * 3,
        Outcome.HOLE, Outcome.SURVIVED, Outcome.KNOWN, Outcome.LIKELY,
    ).total  # fmt: skip
    assert (whole.made, whole.not_compiled, whole.same, whole.judged) == (11, 2, 2, 7)
    assert (whole.killed, whole.equivalent, whole.survived) == (3, 2, 2)
    assert whole.score == 3 / 5
    assert mutation(Outcome.SAME, Outcome.KNOWN).total.score is None


def test_mutants_that_were_too_slow_are_counted_apart() -> None:
    assert mutation(Outcome.KILLED, verdict=Verdict.TLE).total.by_tle == 1
    assert mutation(Outcome.KILLED, verdict=Verdict.WA).total.by_tle == 0


@pytest.mark.parametrize(
    ("outcomes", "code"),
    [
        ((Outcome.KILLED, Outcome.KNOWN, Outcome.LIKELY, Outcome.SAME), 0),
        ((Outcome.KILLED, Outcome.HOLE), 1),
        ((Outcome.KILLED, Outcome.SURVIVED), 1),
        ((Outcome.SAME, Outcome.NOT_COMPILED), 5),
        ((), 5),
    ],
)
def test_the_exit_code_tells_whether_the_tests_may_miss_a_mutant(
    outcomes: Sequence[Outcome], code: int
) -> None:
    made = report(*outcomes)
    assert made.exit_code == code
    assert replace(made, diagnostics=(warning("x"),)).exit_code == code
    assert replace(made, diagnostics=(error("x"),)).exit_code == 3
    assert replace(made, diagnostics=(error("x"),), machine_errors=("y",)).exit_code == 4


def test_a_hundred_per_cent_is_all_of_them() -> None:
    assert "score 99.9%" in render_text(
        report(*[Outcome.KILLED] * 9999, Outcome.SURVIVED)
    )
    assert "score 100%" in render_text(report(*[Outcome.KILLED] * 9999, Outcome.KNOWN))


@pytest.mark.parametrize("width", [80, 120])
def test_nothing_but_source_code_is_wider_than_the_terminal(width: int) -> None:
    came = render_text(report(*Outcome, *[Outcome.KILLED] * 500), Medium(width))
    assert max(map(len, came.splitlines())) <= width
