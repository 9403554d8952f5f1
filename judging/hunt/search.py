"""The walk along the stream: which input is the first that is not AC, whatever runs beside it."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.core.diagnostics import error
from judging.core.verdicts import Verdict, is_in
from judging.hunt.inputs.steered import Heights, climb
from judging.hunt.report import Effort
from judging.hunt.running.trials import Arena, Outcome, Trial, judge_alone, try_inputs
from judging.sandbox.worker import Worker
from judging.session import Findings, Session

_CHUNK_S = 0.25  # a chunk of inputs is to take about so long
_CHUNK = 64
_CHUNK_BYTES = 2**16  # what is large may be slow
_ANSWER_BYTES = 2**16
_ANSWERS = 200_000
_RUNS_ALONE = 3
_STREAM_SHARE = 2 / 3  # of the time; the rest is for the steered search
# Verdicts that rest on a measurement: the machine may have been busy.
MEASURED = (Verdict.TLE, Verdict.MLE)

Met = tuple[Trial, Outcome]
OnProgress = Callable[[int, float, float], None]
_Chunk = tuple[list[Trial], Future[tuple[float, list[Outcome]]]]


class Answers:
    """The reference's answers, as far as they are short: the hunts of one stream share them."""

    def __init__(self) -> None:
        self._known: dict[int, bytes] = {}

    def of(self, content: bytes) -> bytes | None:
        """The answer to an input, where it is known."""
        return self._known.get(hash(content))

    def note(self, content: bytes, answer: bytes) -> None:
        """Keeps an answer."""
        if len(answer) <= _ANSWER_BYTES and len(self._known) < _ANSWERS:
            self._known[hash(content)] = answer


@dataclass(slots=True)
class Search:
    """One submission on its way along the stream. `named` are the verdicts that are expected of it:
    a time or memory verdict that is not among them is kept as `other`, for want of a better find.
    `tried` counts inputs whose outcome is known and that are not after the find; `faulty`: the
    package turned out to be broken."""

    session: Session
    findings: Findings
    arena: Arena
    effort: Effort
    answers: Answers
    on_progress: OnProgress
    named: frozenset[Verdict]
    tried: int = 0
    other: Met | None = None
    by_origin: Counter[str] = field(default_factory=Counter)
    faulty: bool = False
    heights: Heights = field(default_factory=Heights)
    started: float = field(default_factory=time.monotonic)
    _handed: int = 0
    _chunk: int = 4
    _dry: bool = False
    _running: deque[_Chunk] = field(default_factory=deque)

    def along(self, trials: Iterator[Trial]) -> Met | None:
        """The first input that is not AC; None when time, tries or inputs are at their end."""
        while not self.faulty:
            self._fill(trials)
            if not self._running:
                return None
            chunk, future = self._running.popleft()
            seconds, outcomes = future.result()
            self._pace(seconds, len(outcomes))
            for trial, outcome in zip(chunk, outcomes, strict=False):
                if self._met(trial, outcome):
                    self._drop()
                    return trial, outcome
            # A verdict that did not hold when it was measured again ended its chunk early.
            rest = chunk[len(outcomes) :]
            if rest and not self.faulty:
                self._running.appendleft((rest, self._submit(rest)))
            self._tell()
        self._drop()
        return None

    def steered(self) -> Met | None:
        """The first input that is not AC on the way to slower and larger runs, until the time is
        up. What it finds need not be found again."""
        end = self.started + (self.effort.time_s or 0.0)
        while not self.faulty and self.heights.best and time.monotonic() < end:
            generation = climb(self.session, self.arena, self.heights, self.effort.seed, end)
            for trial, outcome in generation:
                if self._met(trial, outcome):
                    return trial, outcome
            self._tell()
        return None

    def _tell(self) -> None:
        self.on_progress(self.tried, time.monotonic() - self.started, self.heights.share)

    def _fill(self, trials: Iterator[Trial]) -> None:
        while len(self._running) < 2 * self.session.executor.jobs and not self._done:
            chunk: list[Trial] = []
            size = 0
            while len(chunk) < self._chunk and size < _CHUNK_BYTES and not self._enough(len(chunk)):
                trial = next(trials, None)
                if trial is None:
                    self._dry = True
                    break
                chunk.append(trial)
                size += len(trial.content)
            if not chunk:
                return
            self._handed += len(chunk)
            self._running.append((chunk, self._submit(chunk)))

    def _enough(self, more: int) -> bool:
        return self.effort.tries is not None and self._handed + more >= self.effort.tries

    @property
    def _done(self) -> bool:
        effort = self.effort
        share = _STREAM_SHARE if effort.steer else 1.0
        late = effort.time_s is not None and (
            time.monotonic() - self.started >= share * effort.time_s
        )
        return self._dry or self._enough(0) or (late and self.tried >= effort.least_tries)

    def _submit(self, chunk: list[Trial]) -> Future[tuple[float, list[Outcome]]]:
        known = [self.answers.of(trial.content) for trial in chunk]
        return self.session.executor.start(_timed, self.arena, chunk, known)

    def _pace(self, seconds: float, count: int) -> None:
        """The next chunks are of a size that takes about `_CHUNK_S`."""
        fitting = int(_CHUNK_S * count / max(seconds, 1e-3))
        self._chunk = max(1, min(_CHUNK, 2 * self._chunk, fitting))

    def _met(self, trial: Trial, outcome: Outcome) -> bool:
        """Takes note of an outcome; true when it is a find."""
        if outcome.fault is not None:
            self.findings.report(error(outcome.fault))
            self.faulty = True
            return False
        if outcome.verdict is None:
            return False
        self.tried += 1
        self.by_origin[trial.origin] += 1
        if outcome.verdict in MEASURED:
            return self._lasts(trial, outcome)
        if outcome.verdict is not Verdict.AC:
            return True
        self.answers.note(trial.content, outcome.answer)
        self.heights.note(self.arena, trial.content, outcome)
        return False

    def _lasts(self, trial: Trial, outcome: Outcome) -> bool:
        """True when a measured verdict holds and is one to look for."""
        assert outcome.verdict is not None
        looked_for = is_in(outcome.verdict, self.named)
        if (self.other and not looked_for) or not self.holds(trial.content, outcome):
            return False
        if not looked_for:
            self.other = trial, outcome
        return looked_for

    def holds(self, content: bytes, outcome: Outcome) -> bool:
        """True when a measured verdict comes out of every one of three runs, with nothing else
        running beside them."""
        for _, future in self._running:
            if not future.cancel():
                future.exception()
        runs = (
            self.session.executor.start(
                judge_alone, self.arena, self.arena.submission, content, outcome.answer
            ).result()
            for _ in range(_RUNS_ALONE)
        )
        held = all(run.verdict is outcome.verdict for run in runs)
        if not held:
            again = [chunk for chunk, _ in self._running]
            self._running = deque((chunk, self._submit(chunk)) for chunk in again)
        return held

    def _drop(self) -> None:
        """What was begun after the find is not waited for."""
        for _, future in self._running:
            future.cancel()
        self._running.clear()


def _timed(
    arena: Arena, trials: list[Trial], known: list[bytes | None], worker: Worker
) -> tuple[float, list[Outcome]]:
    started = time.monotonic()
    outcomes = try_inputs(arena, trials, known, None, worker)
    return time.monotonic() - started, outcomes
