"""The JSON object of `judge strengthen`."""

from collections.abc import Mapping, Sequence
from typing import Annotated

from judging.features.hack.refusal_object import RefusalOrNull
from judging.reports.objects.common import (
    AllTriedOrNull,
    Diagnostics,
    Exit,
    Problem,
    Running,
    Seed,
)
from judging.values import Value, means


class StreamObject(Value):
    """What the new inputs of one source show."""

    inputs: Annotated[int, means("How many were valid and new.")]
    kills: Annotated[int, means("How many victims they kill.")]
    alone: Annotated[int, means("How many of these no other input kills.")]
    cpu_s: Annotated[
        float, means("CPU time of all programs that ran on them, in seconds.")
    ]


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
        Mapping[str, StreamObject], means("Per source of new inputs: what they show.")
    ]
