"""The steered search: from the slowest and largest runs to slower and larger ones.

It changes inputs and keeps those with the highest scores. The score of an input is the
share of the time limit or of the memory limit that the submission used, whichever is
larger. Scores are measured, so another search may find other inputs.
"""

import random
import time
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.features.hack.hunt.inputs.variants import stretch
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import (
    Trial,
    TrialOutcome,
    Tried,
    try_inputs,
)
from judging.session import Session
from judging.values import Value

# The bounds below are chosen, not measured. Few inputs are kept, so that a generation
# starts from the slowest; more than one, so that it does not end in one kind of input.
_KEPT = 8
# So many changed inputs for each worker: the scores of one generation steer the next.
_GENERATION = 8
_MOST_CHANGES = 3  # of one input
# A larger input is slow to change, and hardly any problem allows one.
_LARGEST_BYTES = 4 * 2**20
ORIGIN = "steered search"


class ScoredInput(Value):
    """An input and its score."""

    score: float
    content: bytes


@dataclass(slots=True)
class SlowestInputs:
    """The inputs with the highest scores, the highest first."""

    best: list[ScoredInput] = field(default_factory=list)

    def add(self, programs: HuntPrograms, content: bytes, outcome: TrialOutcome) -> None:
        """Keep an input on which the submission is AC if its score is high enough."""
        if len(content) > _LARGEST_BYTES:
            return
        limits = programs.limits_of(programs.submission)
        most_memory = programs.submission.resident_limit(limits.memory_bytes)
        time_share = outcome.cpu_s / limits.time_s
        memory_share = outcome.memory_bytes / most_memory
        score = max(time_share, memory_share)
        if len(self.best) == _KEPT and score <= self.best[-1].score:
            return
        # An input that is tried again has its latest score only.
        scored = [one for one in self.best if one.content != content]
        scored.append(ScoredInput(score, content))
        scored.sort(key=lambda one: -one.score)
        self.best = scored[:_KEPT]

    @property
    def share(self) -> float:
        """The highest score: 1.0 is a whole limit."""
        return self.best[0].score if self.best else 0.0


def evolve(
    session: Session,
    programs: HuntPrograms,
    slowest: SlowestInputs,
    seed: int,
    end_s: float,
) -> list[Tried]:
    """Try one generation of changed inputs, each chunk to its first that is not AC."""
    # The scores are part of the seed, so that each generation draws different values.
    # They are measured: the draws of another search differ.
    draw = random.Random(f"{seed} {slowest.best}")
    running: list[Future[list[Tried]]] = []
    for _ in range(session.executor.slots):
        chunk = _changed_inputs(slowest, draw, end_s)
        left_s = end_s - time.monotonic()
        if chunk and left_s > 0:
            unknown: list[bytes | None] = [None] * len(chunk)
            future = session.executor.spread(
                programs.all, (), try_inputs, programs, chunk, unknown, None, left_s
            )
            running.append(future)
    tried: list[Tried] = []
    for future in running:
        tried += future.result()
    return tried


def _changed_inputs(
    slowest: SlowestInputs, draw: random.Random, end_s: float
) -> list[Trial]:
    """Return changed copies of the inputs with the highest scores, without those that
    became too large."""
    chunk: list[Trial] = []
    if not slowest.best:
        return chunk
    for _ in range(_GENERATION):
        if time.monotonic() >= end_s:
            break  # a large input is slow to change
        content = draw.choice(slowest.best).content
        for _ in range(draw.randint(1, _MOST_CHANGES)):
            content = stretch(content, draw)
        if len(content) <= _LARGEST_BYTES:
            chunk.append(Trial(content, ORIGIN))
    return chunk
