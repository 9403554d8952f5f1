"""The steered search: from the slowest and largest runs so far to slower and larger ones.

It changes inputs and keeps those with the highest scores. The score of an input is the share of
the time limit or of the memory limit that the submission used, whichever is larger. Scores are
measured, so another search may find other inputs.
"""

import random
import time
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.hunt.inputs.variants import stretch
from judging.hunt.running.programs import HuntPrograms
from judging.hunt.running.trials import Trial, TrialOutcome, Tried, try_inputs
from judging.session import Session

_KEPT = 8
_GENERATION = 8
_LARGEST_BYTES = 4 * 2**20
ORIGIN = "steered search"


@dataclass(frozen=True, slots=True)
class ScoredInput:
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
        limits = programs.limits
        memory = outcome.memory_bytes / programs.submission.resident_limit(
            limits.memory_bytes
        )
        score = max(outcome.cpu_s / limits.time_s, memory)
        if len(self.best) < _KEPT or score > self.best[-1].score:
            others = [one for one in self.best if one.content != content]
            scored = [*others, ScoredInput(score, content)]
            self.best = sorted(scored, key=lambda one: -one.score)[:_KEPT]

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
    """Try one generation of changed inputs, each chunk up to its first that is not AC."""
    draw = random.Random(f"{seed} {slowest.best}")
    running: list[Future[list[Tried]]] = []
    for _ in range(session.executor.slots):
        chunk = []
        for _ in range(_GENERATION if slowest.best else 0):
            if time.monotonic() >= end_s:  # it takes long to change a large input
                break
            content = draw.choice(slowest.best).content
            for _ in range(draw.randint(1, 3)):
                content = stretch(content, draw)
            if len(content) <= _LARGEST_BYTES:
                chunk.append(Trial(content, ORIGIN))
        if chunk and time.monotonic() < end_s:
            arguments = (
                programs,
                chunk,
                [None] * len(chunk),
                None,
                end_s - time.monotonic(),
            )
            running.append(
                session.executor.spread(programs.all, (), try_inputs, *arguments)
            )
    return [tried for future in running for tried in future.result()]
