"""The search along the stream for the first input that is not AC, the same at every `--jobs`."""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.core.diagnostics import error
from judging.core.verdicts import MEASURED, Verdict, is_in
from judging.hunt.effort import Effort
from judging.hunt.inputs.steered import SlowestInputs, evolve
from judging.hunt.running.programs import HuntPrograms
from judging.hunt.running.trials import Trial, Tried, judge_alone, try_inputs
from judging.sandbox.worker import Worker
from judging.session import Findings, Session

_CHUNK_S = 0.25  # how long a chunk of inputs should take
_CHUNK = 64
_CHUNK_BYTES = 2**16  # large inputs may be slow
_ANSWER_BYTES = 2**16
_ANSWERS = 200_000
_RUNS_ALONE = 3
_QUOTED_LINES = 20
_QUOTED_BYTES = 500
_STREAM_SHARE = 2 / 3  # of the time; the steered search gets the rest

OnProgress = Callable[[int, float, float], None]


@dataclass(frozen=True, slots=True)
class _ChunkResult:
    tried: list[Tried]
    seconds: float


@dataclass(frozen=True, slots=True)
class _Chunk:
    """Inputs that a worker tries together."""

    trials: list[Trial]
    future: Future[_ChunkResult]


@dataclass(slots=True)
class Search:
    """The search for an input on which one submission is not AC.

    expected: the verdicts expected of it if it must fail, else all. `unexpected` is the first input
    with a time or memory verdict not among them; the search goes on from there to a better find.
    tried: how many inputs have a known verdict, up to the find; `by_origin` counts the same inputs.
    invalid: how many the validators rejected on the way.
    answers: some short answers of the reference, by the hash of their input.
    slowest: where the steered search starts.
    faulty: an error of the package has ended the search.
    """

    session: Session
    findings: Findings
    programs: HuntPrograms
    effort: Effort
    answers: dict[int, bytes]
    on_progress: OnProgress
    expected: frozenset[Verdict]
    tried: int = 0
    invalid: int = 0
    unexpected: Tried | None = None
    by_origin: Counter[str] = field(default_factory=Counter)
    faulty: bool = False
    slowest: SlowestInputs = field(default_factory=SlowestInputs)
    started: float = field(default_factory=time.monotonic)
    _submitted: int = 0
    _chunk_size: int = 4
    _exhausted: bool = False
    _running: deque[_Chunk] = field(default_factory=deque)

    def search_stream(self, trials: Iterator[Trial]) -> Tried | None:
        """Return the first input that is not AC, or None if time, tries or inputs run out."""
        while not self.faulty:
            self._fill(trials)
            if not self._running:
                return None
            chunk = self._running.popleft()
            result = chunk.future.result()
            fitting = int(_CHUNK_S * len(result.tried) / max(result.seconds, 1e-3))
            self._chunk_size = max(1, min(_CHUNK, 2 * self._chunk_size, fitting))
            for tried in result.tried:
                if self._is_find(tried):
                    self._cancel()
                    return tried
            # A find that could not be repeated, or the end of the time, ended its chunk early.
            rest = chunk.trials[len(result.tried) :]
            if rest and time.monotonic() >= self.end_s:
                break
            if rest and not self.faulty:
                self._running.appendleft(self._submit(rest))
            self._report_progress()
        self._cancel()
        return None

    @property
    def end_s(self) -> float:
        """When the search is broken off, on the monotonic clock."""
        seconds = None if self.effort.least_tries else self.effort.time_s
        return math.inf if seconds is None else self.started + seconds

    def search_steered(self) -> Tried | None:
        """Return the first input that is not AC on the way to slower and larger runs, or None
        when the time is up. Another search may find another one."""
        end_s = self.started + (self.effort.time_s or 0.0)
        while not self.faulty and self.slowest.best and time.monotonic() < end_s:
            for tried in evolve(
                self.session, self.programs, self.slowest, self.effort.seed, end_s
            ):
                if self._is_find(tried):
                    return tried
            self._report_progress()
        return None

    def _report_progress(self) -> None:
        self.on_progress(self.tried, time.monotonic() - self.started, self.slowest.share)

    def _fill(self, trials: Iterator[Trial]) -> None:
        """Keep two chunks per worker running or waiting."""
        while len(self._running) < 2 * self.session.executor.slots and not self._is_over:
            chunk: list[Trial] = []
            size = 0
            while (
                len(chunk) < self._chunk_size
                and size < _CHUNK_BYTES
                and not self._has_enough
            ):
                trial = next(trials, None)
                if trial is None:
                    self._exhausted = True
                    break
                chunk.append(trial)
                size += len(trial.content)
                self._submitted += 1
            if not chunk:
                return
            self._running.append(self._submit(chunk))

    @property
    def _has_enough(self) -> bool:
        return self.effort.tries is not None and self._submitted >= self.effort.tries

    @property
    def _is_over(self) -> bool:
        effort = self.effort
        share = _STREAM_SHARE if effort.steer else 1.0
        late = effort.time_s is not None and (
            time.monotonic() - self.started >= share * effort.time_s
        )
        return (
            self._exhausted
            or self._has_enough
            or (late and self.tried >= effort.least_tries)
        )

    def _submit(self, trials: list[Trial]) -> _Chunk:
        answers = [self.answers.get(hash(trial.content)) for trial in trials]
        left_s = self.end_s - time.monotonic()
        return _Chunk(
            trials,
            self.session.executor.spread(
                self.programs.all, (), _try_chunk, self.programs, trials, answers, left_s
            ),
        )

    def _is_find(self, tried: Tried) -> bool:
        """Count an input. Return True if the search ends with it."""
        trial, outcome = tried.trial, tried.outcome
        if outcome.fault is not None:
            self.report_fault(outcome.fault, trial.content)
            self.faulty = True
            return False
        if outcome.verdict is None:
            self.invalid += 1
            return False
        self.tried += 1
        self.by_origin[trial.origin] += 1
        if outcome.verdict in MEASURED:
            return self._is_measured_find(tried)
        if outcome.verdict is not Verdict.AC:
            return True
        if len(outcome.answer) <= _ANSWER_BYTES and len(self.answers) < _ANSWERS:
            self.answers[hash(trial.content)] = outcome.answer
        self.slowest.add(self.programs, trial.content, outcome)
        return False

    def _is_measured_find(self, tried: Tried) -> bool:
        assert tried.outcome.verdict is not None
        is_expected = is_in(tried.outcome.verdict, self.expected)
        if self.unexpected and not is_expected:
            return False
        repeated = self.repeats(tried)
        if repeated and is_expected:
            return True
        if repeated:
            self.unexpected = tried
        self._running = deque(
            self._submit(chunk.trials) if chunk.future.cancelled() else chunk
            for chunk in self._running
        )
        return False

    def repeats(self, tried: Tried) -> bool:
        """Return whether three more runs, with no other run beside them, all get the same measured
        verdict. Chunks that have not begun are cancelled."""
        begun = [chunk for chunk in self._running if not chunk.future.cancel()]
        for chunk in begun:
            chunk.future.exception()
        content, outcome, programs = tried.trial.content, tried.outcome, self.programs
        arguments = judge_alone, programs, programs.submission, content, outcome.answer
        runs = (
            self.session.executor.spread(
                programs.all, (), *arguments, decide=True
            ).result()
            for _ in range(_RUNS_ALONE)
        )
        return all(run.verdict is outcome.verdict for run in runs)

    def report_fault(self, message: str, content: bytes) -> None:
        """Report an error of the package together with the input that shows it."""
        text = content[:_QUOTED_BYTES].decode("utf-8", "backslashreplace").rstrip("\n")
        lines = [f"  | {line}" for line in text.split("\n")[:_QUOTED_LINES]]
        self.findings.report(error("\n".join([f"{message}; the input is:", *lines])))

    def _cancel(self) -> None:
        """Do not wait for the chunks after the find."""
        for chunk in self._running:
            chunk.future.cancel()
        self._running.clear()


def _try_chunk(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None],
    left_s: float,
    worker: Worker,
) -> _ChunkResult:
    started = time.monotonic()
    tried = try_inputs(programs, trials, answers, None, left_s, worker)
    return _ChunkResult(tried, time.monotonic() - started)
