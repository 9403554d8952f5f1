"""Makes a find small: the shrinker, with real runs as its oracle."""

import itertools
import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace

from judging.core.verdicts import MEASURED, Verdict
from judging.hunt.running.programs import HuntPrograms
from judging.hunt.running.trials import Trial, Tried, are_valid, try_inputs
from judging.hunt.shrinking import shrinker
from judging.session import Session

# The bounds below are chosen, not measured, where nothing else is said.

# So many candidates at most, valid or not: a hunt with --tries alone has no other bound
# on them.
_CANDIDATES = 30_000
# A chunk of candidates is this long at most, and takes about so much of the
# submission's CPU time: it stops at its first find, and the chunks after it are wasted.
_CHUNK = 32
_CHUNK_S = 0.5
# Large inputs may be slow in the programs of the package too, whose time is not known
# here.
_CHUNK_BYTES = 2**18
# A busy machine, the other programs and starting each run take wall time besides: at
# most so many times the submission's CPU time.
_WALL_FACTOR = 8
# A run that used this share of the kill limit was stopped there.
_STOPPED = 0.95
_ORIGIN = "shrinker"


@dataclass(frozen=True, slots=True)
class ShrunkFind:
    """The smallest input found, and how many steps led to it."""

    find: Tried
    steps: int


def shrink_find(
    session: Session,
    programs: HuntPrograms,
    find: Tried,
    seconds: float | None,
    end_s: float,
    on_step: Callable[[bytes], None],
) -> ShrunkFind:
    """Shrink an input as long as the submission's verdict stays the same.

    seconds: return the smallest input so far once the submission has used so much CPU
    time, or the search eight times as much wall time, so that other load seldom
    decides. None: no such bound; the number of candidates is bounded in any case.
    end_s: return it at this moment of the monotonic clock at the latest.
    """
    cpu_s = math.inf if seconds is None else seconds
    end_s = min(end_s, time.monotonic() + _WALL_FACTOR * cpu_s)
    strict = _with_strict_time_limit(programs, find)
    oracle = _Oracle(session, strict, find, cpu_s, end_s, on_step)
    shrunk = shrinker.shrink(
        find.trial.content, oracle.first, oracle.valid, oracle.check
    )
    return ShrunkFind(oracle.best, shrunk.steps)


def _with_strict_time_limit(programs: HuntPrograms, find: Tried) -> HuntPrograms:
    """Return the programs with a time limit just below the kill limit if the find was
    stopped there: a run that is far over the limit stays far over it, so that noise
    does not decide."""
    limits = programs.limits
    outcome = find.outcome
    stopped_s = _STOPPED * limits.kill_s
    if outcome.verdict is not Verdict.TLE or outcome.cpu_s < stopped_s:
        return programs
    return replace(programs, limits=replace(limits, time_s=stopped_s))


@dataclass(slots=True)
class _Oracle:
    """Finds out which candidates are valid and get the verdict of `best`, the smallest."""

    session: Session
    programs: HuntPrograms
    best: Tried
    most_cpu_s: float
    end_s: float
    on_step: Callable[[bytes], None]
    cpu_s: float = 0.0
    left: int = _CANDIDATES

    def first(self, candidates: Iterator[bytes]) -> int | None:
        """Return the number of the first candidate with the wanted verdict. Candidates
        after it may have been tried as well."""
        running: deque[Future[list[Tried]]] = deque()
        wanted = self.best.outcome.verdict
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
                if tried.outcome.verdict is wanted:
                    for later in running:
                        later.cancel()
                    self.best = tried
                    self.on_step(tried.trial.content)
                    return number
                number += 1
            self.check()  # the chunk may have been broken off, so that the numbers are wrong

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
        late = self.cpu_s > self.most_cpu_s or time.monotonic() + needed_s >= self.end_s
        if late or self.left < 0:
            raise shrinker.OutOfBudget

    @property
    def _is_measured(self) -> bool:
        return self.best.outcome.verdict in MEASURED

    def _largest_chunk(self) -> int:
        """Return how many candidates a worker gets, by the time and size of the find."""
        if self._is_measured:
            return 1
        fitting = int(_CHUNK_S / max(self.best.outcome.cpu_s, 1e-3))
        fitting = min(fitting, _CHUNK_BYTES // max(len(self.best.trial.content), 1))
        return max(1, min(_CHUNK, fitting))

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
            self.best.outcome.verdict,
            self.end_s - time.monotonic(),
            decide=self._is_measured,
        )

    def _spend(self, count: int) -> None:
        self.left -= count
        self.check()
