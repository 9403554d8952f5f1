"""Makes a find small: the reducer, with real runs to ask."""

from __future__ import annotations

import itertools
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from judging.core.verdicts import Verdict
from judging.hunt.running.trials import Arena, Outcome, Trial, are_valid, try_inputs
from judging.hunt.search import MEASURED
from judging.hunt.shrinking import shrinker
from judging.session import Session

_CANDIDATES = 30_000
_CHUNK = 32
_CHUNK_S = 0.5  # of CPU time: what a chunk has behind the first hit is in vain
_BUSY = 8  # a machine with much else to do takes so many times as long
_STOPPED = 0.95  # of the kill limit: a run that came so far was stopped there
_ORIGIN = "reducer"


@dataclass(frozen=True, slots=True)
class Reduced:
    """The least input that was come to, its outcome, and the number of steps to it."""

    content: bytes
    outcome: Outcome
    shrinks: int


def reduce_find(
    session: Session,
    arena: Arena,
    content: bytes,
    outcome: Outcome,
    seconds: float | None,
    on_step: Callable[[bytes], None],
) -> Reduced:
    """Reduces an input on which the submission's verdict is that of `outcome`, and keeps it so.
    Ends with the best so far when the submission took `seconds` of CPU time in all, and at eight
    times as much wall time, so that what else is running seldom decides; and after many candidates.
    """
    limits = arena.limits
    if outcome.verdict is Verdict.TLE and outcome.cpu_s >= _STOPPED * limits.kill_s:
        # Far past the limit it stays far past it: noise does not decide.
        arena = replace(arena, limits=replace(limits, time_s=_STOPPED * limits.kill_s))
    probe = _Probe(session, arena, content, outcome, seconds, on_step)
    least, shrinks = shrinker.reduce(content, probe.first, probe.valid)
    return Reduced(least, probe.best[1], shrinks)


class _Probe:
    """Asks of candidates whether they are valid and the verdict is still the same."""

    def __init__(
        self,
        session: Session,
        arena: Arena,
        content: bytes,
        outcome: Outcome,
        seconds: float | None,
        on_step: Callable[[bytes], None],
    ) -> None:
        self.best = content, outcome
        self._session = session
        self._arena = arena
        self._wanted = outcome.verdict
        self._started = time.monotonic()
        self._seconds = seconds
        self._cpu_s = 0.0
        self._left = _CANDIDATES
        self._on_step = on_step

    def first(self, candidates: Iterator[bytes]) -> int | None:
        """The number of the first interesting candidate; several are tried at once."""
        running: deque[tuple[list[Trial], Future[list[Outcome]]]] = deque()
        # A late run takes seconds, and one beside it would make it later: one at a time.
        measured = self._wanted in MEASURED
        jobs = 1 if measured else self._session.executor.jobs
        fitting = int(_CHUNK_S / max(self.best[1].cpu_s, 1e-3))
        most = 1 if measured else max(1, min(_CHUNK, fitting))
        number, size = 0, max(1, most // 8)
        while True:
            while len(running) < jobs:
                chunk = [Trial(c, _ORIGIN) for c in itertools.islice(candidates, size)]
                if not chunk:
                    break
                self._spend(len(chunk))
                running.append((chunk, self._try(chunk)))
                size = min(2 * size, most)
            if not running:
                return None
            chunk, future = running.popleft()
            for trial, outcome in zip(chunk, future.result(), strict=False):
                self._cpu_s += outcome.cpu_s
                if outcome.verdict is self._wanted:
                    for _, later in running:
                        later.cancel()
                    self.best = trial.content, outcome
                    self._on_step(trial.content)
                    return number
                number += 1

    def valid(self, contents: Sequence[bytes]) -> list[bool]:
        """Which inputs the validators accept, whatever the submission does on them."""
        self._spend(len(contents))
        said: list[bool] = self._session.executor.start(are_valid, self._arena, contents).result()
        return said

    def _try(self, chunk: list[Trial]) -> Future[list[Outcome]]:
        known: list[bytes | None] = [None] * len(chunk)
        return self._session.executor.start(try_inputs, self._arena, chunk, known, self._wanted)

    def _spend(self, count: int) -> None:
        self._left -= count
        if self._left < 0 or self._late:
            raise shrinker.Spent

    @property
    def _late(self) -> bool:
        if self._seconds is None:
            return False
        passed = time.monotonic() - self._started
        return self._cpu_s > self._seconds or passed > _BUSY * self._seconds
