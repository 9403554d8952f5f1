"""The JSON object of `judge strengthen`."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from judging.features.hack.hunt.finds import AllTriedOrNull
from judging.features.hack.objects import RefusalOrNull
from judging.features.strengthen.search.report import StreamYield
from judging.reports.objects.common import (
    Diagnostics,
    Exit,
    Problem,
    Running,
    Seed,
)
from judging.values import Value, means


class StrengtheningObject(Value):
    """The report of `judge strengthen`."""

    problem: Problem
    exit_code: Exit
    seed: Seed
    diagnostics: Diagnostics
    tests: Annotated[
        Mapping[str, Sequence[str]],
        means(
            "Per test, existing or proposed: the victims that it kills, the bounds it reaches."
        ),
    ]
    added: Annotated[
        Mapping[str, tuple[str, str]],
        means("Per proposed test: what made its input, and the input."),
    ]
    victims: Annotated[
        Mapping[str, str],
        means("Per victim: what a mutant changes; empty for a submission."),
    ]
    left_today: Annotated[Sequence[str], means("Victims that no existing test kills.")]
    left: Annotated[Sequence[str], means("Victims that no proposed test kills either.")]
    held_out: Annotated[
        int | None,
        means(
            "How many are killed by tests chosen without them; null if there was no time."
        ),
    ]
    interrupted: Annotated[
        bool, means("The tests to add may not have run on every program.")
    ]
    running: Running
    all_tried: AllTriedOrNull
    refusal: RefusalOrNull
    ceiling: Annotated[int, means("How many victims any test or new input kills.")]
    streams: Annotated[
        Mapping[str, StreamYield], means("Per source of new inputs: what they show.")
    ]
