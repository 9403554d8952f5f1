"""The JSON object of `judge strengthen`."""

from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from judging.reports.objects.common import (
    AllTriedOrNull,
    Diagnostics,
    Exit,
    Problem,
    Seed,
)
from judging.reports.objects.refusal import RefusalOrNull


class StreamObject(TypedDict):
    """What the new inputs of one source show."""

    inputs: Annotated[int, "How many were valid and new."]
    kills: Annotated[int, "How many victims they kill."]
    alone: Annotated[int, "How many of these no other input kills."]
    cpu_s: Annotated[float, "CPU time of all programs that ran on them, in seconds."]


class StrengtheningObject(TypedDict):
    """The report of `judge strengthen`."""

    problem: Problem
    exit_code: Exit
    seed: Seed
    diagnostics: Diagnostics
    tests: Annotated[
        Mapping[str, Sequence[str]],
        "Per test, existing or proposed: the victims that it kills, the bounds it reaches.",
    ]
    added: Annotated[
        Mapping[str, tuple[str, str]],
        "Per proposed test: what made its input, and the input.",
    ]
    victims: Annotated[
        Mapping[str, str], "Per victim: what a mutant changes; empty for a submission."
    ]
    left_today: Annotated[Sequence[str], "Victims that no existing test kills."]
    left: Annotated[Sequence[str], "Victims that no proposed test kills either."]
    held_out: Annotated[
        int | None,
        "How many are killed by tests chosen without them; null if there was no time.",
    ]
    interrupted: Annotated[bool, "The tests to add may not have run on every program."]
    all_tried: AllTriedOrNull
    refusal: RefusalOrNull
    ceiling: Annotated[int, "How many victims any test or new input kills."]
    streams: Annotated[
        Mapping[str, StreamObject], "Per source of new inputs: what they show."
    ]
