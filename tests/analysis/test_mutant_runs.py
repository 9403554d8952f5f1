"""Mutants are compiled and run until the time is up, and the results do not depend on it."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable

import pytest
from support.command import TESTS

from judging import load
from judging.core.events import Event, StepDone
from judging.features.mutate import mutating
from judging.features.mutate.results import MutationReport, Outcome
from judging.session import Session
from judging.values import replace

IN_C = "solutions/accepted/order.c"


def mutate(
    open_session: Callable[..., Session], end_s: float
) -> tuple[MutationReport, list[str]]:
    """Mutate a program without a hunt; return the names of the mutants that were built,
    too."""
    built: list[str] = []

    def listen(event: Event) -> None:
        if isinstance(event, StepDone) and event.phase == "build" and "@" in event.name:
            built.append(event.name)

    problem = load(TESTS / "packages" / "hole")
    [chosen] = [each for each in problem.submissions if each.path == IN_C]
    session = open_session(problem, listen)
    options = mutating.Options(end_s=end_s)
    return mutating.mutate(problem, [chosen], session, options), built


def test_nothing_is_compiled_after_the_time(
    open_session: Callable[..., Session],
) -> None:
    report, built = mutate(open_session, time.monotonic())
    [part] = report.submissions
    assert built == []
    assert part.results == ()
    assert part.unsettled > 0


@pytest.mark.slow
def test_a_time_that_is_not_used_up_changes_no_result(
    open_session: Callable[..., Session],
) -> None:
    free, built = mutate(open_session, math.inf)
    bounded, built_in_parts = mutate(open_session, time.monotonic() + 10_000)
    [part] = free.submissions
    assert part.unsettled == 0
    # More than one part and one round.
    outcomes = Counter(each.outcome for each in part.results)
    assert outcomes[Outcome.KILLED] + outcomes[Outcome.SURVIVED] > 16
    assert outcomes[Outcome.DUPLICATE] > 0
    assert replace(bounded, wall_s=0.0) == replace(free, wall_s=0.0)
    assert sorted(built_in_parts) == sorted(built)
