"""The steered search: from the slowest and largest runs so far to slower and larger ones.

Inputs are changed, those with the highest scores are kept. A score is the share of the time limit
or of the memory limit that a run took, whichever is more; it is measured, so a climb need not
repeat.
"""

from __future__ import annotations

import random
import time
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.hunt.inputs.variants import stretch
from judging.hunt.running.trials import Arena, Outcome, Trial, try_inputs
from judging.session import Session

_KEPT = 8
_GENERATION = 8
_LARGEST_BYTES = 4 * 2**20
ORIGIN = "steered search"


@dataclass(slots=True)
class Heights:
    """The inputs with the highest scores, the highest first."""

    best: list[tuple[float, bytes]] = field(default_factory=list)

    def note(self, arena: Arena, content: bytes, outcome: Outcome) -> None:
        """Takes an AC outcome into account."""
        if len(content) > _LARGEST_BYTES:
            return
        limits = arena.limits
        memory = outcome.memory_bytes / arena.submission.resident_limit(limits.memory_bytes)
        score = max(outcome.cpu_s / limits.time_s, memory)
        if len(self.best) < _KEPT or score > self.best[-1][0]:
            self.best = sorted([*self.best, (score, content)], key=lambda b: -b[0])[:_KEPT]

    @property
    def share(self) -> float:
        """The highest score: of a limit, 1.0 is all of it."""
        return self.best[0][0] if self.best else 0.0


def climb(
    session: Session, arena: Arena, heights: Heights, seed: int, end_s: float
) -> list[tuple[Trial, Outcome]]:
    """One generation of changed inputs, tried; in order, up to the first that is not AC."""
    draw = random.Random(f"{seed} {heights.best}")
    running: list[tuple[list[Trial], Future[list[Outcome]]]] = []
    for _ in range(session.executor.jobs):
        chunk = []
        for _ in range(_GENERATION if heights.best else 0):
            content = draw.choice(heights.best)[1]
            for _ in range(draw.randint(1, 3)):
                content = stretch(content, draw)
            if len(content) <= _LARGEST_BYTES:
                chunk.append(Trial(content, ORIGIN))
        if chunk and time.monotonic() < end_s:
            known: list[bytes | None] = [None] * len(chunk)
            future = session.executor.start(try_inputs, arena, chunk, known, None)
            running.append((chunk, future))
    return [pair for chunk, future in running for pair in zip(chunk, future.result(), strict=False)]
