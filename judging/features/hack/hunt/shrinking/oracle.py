"""Makes a find small: the shrinker, with real runs as its oracle."""

import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.core.verdicts import MEASURED
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import (
    STOPPED,
    Trial,
    Tried,
    are_valid,
    is_stopped_for_time,
    try_inputs,
)
from judging.features.hack.hunt.shrinking import shrinker
from judging.session import Session
from judging.values import Value, replace

# The bounds below are chosen, not measured, where nothing else is said.

# So many candidates at most, valid or not: a hunt with --tries alone has no other bound
# on them.
_CANDIDATES = 30_000
# A chunk of candidates is this long at most, and takes about so much of the
# submission's CPU time: it stops at its first find, and the chunks after it are wasted.
_CHUNK = 32
_CHUNK_S = 0.5
# A dialogue takes some ten times as long as a run in the relay, whatever its CPU time.
_DIALOGUES = 8
# Large inputs may be slow in the programs of the package too, whose time is not known
# here.
_CHUNK_BYTES = 2**18
# A busy machine, the other programs and starting each run take wall time besides: at
# most so many times the submission's CPU time.
_WALL_FACTOR = 8
# An input of at most so many bytes is small: it fits on a screen, and the search for a
# smaller one is quick.
SMALL_BYTES = 2**10
# All steps together may take so many times as long as the search for one step.
_STEPS_FACTOR = 4
_ORIGIN = "shrinker"


class ShrinkBounds(Value):
    """When shrinking ends although something may still help: every step gives it the
    first two anew.

    cpu_s: so many seconds of the submission's CPU time have passed without a step, or
    four times as many in all. None: no such bound.
    step_s: so many seconds of wall time have passed without a step, or eight times
    `cpu_s`, and the input is small: the first step of a large one may take long.
    end_s: this moment of the monotonic clock; 32 times `cpu_s` at the latest.

    The number of candidates is bounded in any case.
    """

    cpu_s: float | None = None
    step_s: float = math.inf
    end_s: float = math.inf


class ShrunkFind(Value):
    """The smallest input found, and how many steps led to it."""

    find: Tried
    steps: int


def shrink_find(
    session: Session,
    programs: HuntPrograms,
    find: Tried,
    bounds: ShrinkBounds,
    on_step: Callable[[Tried], None],
) -> ShrunkFind:
    """Shrink an input as long as the submission shows the same on it. Every smaller one
    is given to `on_step` at once."""
    strict = _with_strict_time_limit(programs, find)
    cpu_s = math.inf if bounds.cpu_s is None else bounds.cpu_s
    wall_s = _WALL_FACTOR * cpu_s
    oracle = _Oracle(
        session=session,
        programs=strict,
        best=find,
        step_cpu_s=cpu_s,
        step_wall_s=min(bounds.step_s, wall_s),
        end_s=min(bounds.end_s, time.monotonic() + _STEPS_FACTOR * wall_s),
        on_step=on_step,
    )
    shrunk = shrinker.shrink(
        find.trial.content, oracle.first, oracle.valid, oracle.check
    )
    return ShrunkFind(oracle.best, shrunk.steps)


def _with_strict_time_limit(programs: HuntPrograms, find: Tried) -> HuntPrograms:
    """Return the programs with a time limit just below the kill limit if the find was
    stopped there: a run that is far over the limit stays far over it, so that noise
    does not decide."""
    if not is_stopped_for_time(find.outcome, programs.limits_of(programs.submission)):
        return programs
    limits = programs.limits
    strict = replace(limits, time_s=STOPPED * limits.kill_s)
    return replace(programs, limits=strict)


@dataclass(slots=True)
class _Oracle:
    """Finds out which candidates are valid and show the same as `best`, the smallest.

    step_cpu_s, step_wall_s: the most CPU time of the submission, and the most wall time
    of a small input, without a step.
    cpu_s: the submission's CPU time since the last step; `total_cpu_s` is that of all
    steps before. stepped_s: when the last step was.
    """

    session: Session
    programs: HuntPrograms
    best: Tried
    step_cpu_s: float
    step_wall_s: float
    end_s: float
    on_step: Callable[[Tried], None]
    cpu_s: float = 0.0
    total_cpu_s: float = 0.0
    stepped_s: float = field(default_factory=time.monotonic)
    left: int = _CANDIDATES

    def first(self, candidates: Iterator[bytes]) -> int | None:
        """Return the number of the first candidate that shows what is wanted. Candidates
        after it may have been tried as well."""
        running: deque[Future[list[Tried]]] = deque()
        wanted = self.best.outcome.shown
        # A run that is too slow takes seconds, and other runs slow it down more: one at
        # a time.
        jobs = 1 if self._is_measured else self.session.executor.slots
        largest = self._largest_chunk()
        # While a pass helps, the next find is often among the first candidates: small
        # chunks first, of which less is wasted.
        size = max(1, largest // 8)
        number = 0
        while True:
            while len(running) < jobs:
                chunk = [Trial(c, _ORIGIN) for c in itertools.islice(candidates, size)]
                if not chunk:
                    break
                running.append(self._start(chunk))
                size = min(2 * size, largest)
            if not running:
                return None
            # In the order in which they were started: the first in order counts, not in
            # time.
            for tried in running.popleft().result():
                self.cpu_s += tried.outcome.cpu_s
                if tried.outcome.shown == wanted and tried.outcome.comes_again:
                    for later in running:
                        later.cancel()
                    self._step(tried)
                    return number
                number += 1
            self.check()  # the chunk may have been broken off, so that the numbers are wrong

    def _step(self, smaller: Tried) -> None:
        """Keep a smaller input: the time for the next one begins."""
        self.best = smaller
        self.total_cpu_s += self.cpu_s
        self.cpu_s = 0.0
        self.stepped_s = time.monotonic()
        self.on_step(smaller)

    def valid(self, contents: Sequence[bytes]) -> list[bool]:
        """Return which inputs the validators accept, whatever the submission does."""
        self._spend(len(contents))
        future: Future[list[bool]] = self.session.executor.start(
            are_valid, self.programs, contents
        )
        return future.result()

    def check(self) -> None:
        """Raise OutOfBudget if the time is up or enough candidates were tried."""
        needed_s = 0.0
        if self._is_measured:
            # A run that is too slow is not begun if it would end late.
            needed_s = self.best.outcome.cpu_s
        late = time.monotonic() + needed_s >= self._last_s
        worn_out = (
            self.cpu_s > self.step_cpu_s
            or self.total_cpu_s + self.cpu_s > _STEPS_FACTOR * self.step_cpu_s
        )
        if late or worn_out or self.left < 0:
            raise shrinker.OutOfBudget

    @property
    def _last_s(self) -> float:
        """When shrinking ends without another step."""
        if len(self.best.trial.content) > SMALL_BYTES:
            return self.end_s
        return min(self.end_s, self.stepped_s + self.step_wall_s)

    @property
    def _is_measured(self) -> bool:
        return self.best.outcome.verdict in MEASURED

    def _largest_chunk(self) -> int:
        """Return how many candidates a worker gets, by the time and size of the find."""
        if self._is_measured:
            return 1
        fitting = int(_CHUNK_S / max(self.best.outcome.cpu_s, 1e-3))
        fitting = min(fitting, _CHUNK_BYTES // max(len(self.best.trial.content), 1))
        largest = _DIALOGUES if self.programs.checker.takes_part else _CHUNK
        return max(1, min(largest, fitting))

    def _start(self, chunk: list[Trial]) -> Future[list[Tried]]:
        self._spend(len(chunk))
        unknown: list[bytes | None] = [None] * len(chunk)
        return self.session.executor.spread(
            self.programs.all,
            (),
            try_inputs,
            self.programs,
            chunk,
            unknown,
            self.best.outcome.shown,
            self._last_s - time.monotonic(),
            decide=self._is_measured,
        )

    def _spend(self, count: int) -> None:
        self.left -= count
        self.check()
