"""The search along the stream for the first input that is not AC, the same at every
`--jobs`.

Workers try chunks of inputs side by side, but the search looks at their results in the
order of the stream: which worker is faster does not decide which input is the find.
"""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field

from judging.core.classify import NEAR
from judging.core.diagnostics import error
from judging.core.verdicts import MEASURED, Verdict, is_in
from judging.features.hack.hunt.effort import Effort
from judging.features.hack.hunt.finds import Shown
from judging.features.hack.hunt.inputs.steered import SlowestInputs, evolve
from judging.features.hack.hunt.inputs.stream import Stream
from judging.features.hack.hunt.late_inputs import LateInputs
from judging.features.hack.hunt.running.programs import HuntPrograms
from judging.features.hack.hunt.running.trials import (
    Trial,
    Tried,
    is_stopped_for_time,
    judge_alone,
    try_inputs,
    validates_first,
)
from judging.features.hack.hunt.shrinking.oracle import SMALL_BYTES
from judging.sandbox.worker import Worker
from judging.session import Findings, Session
from judging.values import Value, replace

# The bounds below are chosen, not measured.

# A chunk should take about so long: starting a box is cheap beside it, and what is
# wasted behind a find is short. The first chunk is small because the speed of the
# programs is not known yet.
_CHUNK_S = 0.25
_FIRST_CHUNK = 4
_CHUNK = 64
# Large inputs may be slow: a chunk ends after so many bytes, whatever its time.
_CHUNK_BYTES = 2**16
# The answers that are kept for the next hunt. Answers are short as a rule; a few that
# are long would fill the memory and save little, because such inputs are rare.
_ANSWER_BYTES = 2**16
_ANSWERS = 200_000
# How often a TLE or MLE must come again with no other run beside it, and how often if
# the run was stopped for its time or waited for its partner until the wall limit, which
# `judge run` does not repeat at all.
# docs/hunting.md promises both.
_RUNS_ALONE = 3
_RUNS_ALONE_IF_STOPPED = 1
# A search ends after so many finds of which none came again. Each costs several runs,
# and the next one is hardly better.
_MOST_UNSTABLE = 10
# Of an input that shows an error of the package, so much is printed.
_QUOTED_LINES = 20
_QUOTED_BYTES = 500
# Of the time of a hunt: when the search ends. Shrinking a find has the rest of the hunt, a
# third at least. docs/hunting.md promises it.
_SEARCH_SHARE = 2 / 3
# Of the time of a hunt: when the stream ends. The steered search has the rest of the search.
_STREAM_SHARE = 2 / 3 * _SEARCH_SHARE
# Of the time of a hunt: how long to look for a smaller find. Shrinking has as much at least.
_SMALLER_SHARE = 1 / 3

_SCORED_LESS = Shown(Verdict.AC, order=-1)

OnProgress = Callable[[int, float, float], None]


class _ChunkResult(Value):
    tried: list[Tried]
    seconds: float


class _Chunk(Value):
    """Inputs that a worker tries together."""

    trials: list[Trial]
    future: Future[_ChunkResult]


Submit = Callable[[list[Trial]], Future[_ChunkResult]]


@dataclass(slots=True)
class _ChunkQueue:
    """The chunks that run or wait, in the order of the stream.

    taken: how many inputs came from the stream.
    exhausted: the stream has ended.
    """

    submit: Submit
    chunks: deque[_Chunk] = field(default_factory=deque)
    chunk_size: int = _FIRST_CHUNK
    taken: int = 0
    exhausted: bool = False

    def take(self, trials: Iterator[Trial], most: int) -> None:
        """Submit the next chunk of the stream, of at most `most` inputs."""
        chunk: list[Trial] = []
        size = 0
        while len(chunk) < min(self.chunk_size, most) and size < _CHUNK_BYTES:
            trial = next(trials, None)
            if trial is None:
                self.exhausted = True
                break
            chunk.append(trial)
            size += len(trial.content)
        self.taken += len(chunk)
        if chunk:
            self.chunks.append(_Chunk(chunk, self.submit(chunk)))

    def put_back(self, rest: list[Trial]) -> None:
        """Submit the rest of a chunk that ended early, in front of the others."""
        self.chunks.appendleft(_Chunk(rest, self.submit(rest)))

    def adapt(self, result: _ChunkResult) -> None:
        """Choose the size of the next chunks by the speed of one."""
        fitting = int(_CHUNK_S * len(result.tried) / max(result.seconds, 1e-3))
        # Twice as large at most: the inputs of one chunk may be faster than those of
        # the next.
        self.chunk_size = max(1, min(_CHUNK, 2 * self.chunk_size, fitting))

    def pause(self) -> None:
        """Cancel the chunks that have not begun, and wait for the others."""
        begun = [chunk for chunk in self.chunks if not chunk.future.cancel()]
        for chunk in begun:
            chunk.future.exception()

    def resume(self) -> None:
        """Submit the chunks that `pause` has cancelled again, each in its place."""
        self._renew(lambda chunk: chunk.future.cancelled())

    def submit_again(self, is_affected: Callable[[Trial], bool]) -> None:
        """Submit the chunks with an affected input again, each in its place. Wait for those
        that have begun: no run of theirs may be beside one that is measured."""
        self.pause()
        self._renew(
            lambda chunk: chunk.future.cancelled() or any(map(is_affected, chunk.trials))
        )

    def _renew(self, is_wanted: Callable[[_Chunk], bool]) -> None:
        """Submit these chunks again, in order."""
        for index, chunk in enumerate(self.chunks):
            if is_wanted(chunk):
                self.chunks[index] = _Chunk(chunk.trials, self.submit(chunk.trials))

    def cancel(self) -> None:
        """Do not wait for these chunks."""
        for chunk in self.chunks:
            chunk.future.cancel()
        self.chunks.clear()


@dataclass(slots=True)
class Search:
    """The search for an input on which one submission is not AC, or has another score.

    An input on which the checker does not accept a right answer ends it too, and is better
    than any other find: these rest on the checker.

    expected: the verdicts expected of it if it must fail, else all. `unexpected` is the
    first input with a time or memory verdict not among them; the search goes on from
    there to a better find.
    may_score_less: the submission is expected to have less of the score than the reference.
    `lesser` is the first input on which it does; the search goes on from there too, for
    another verdict.
    unstable: the inputs that failed once, and not again when they were repeated.
    tried: how many inputs have a known verdict, up to the find; `by_origin` counts the
    same inputs.
    invalid: how many the validators rejected on the way.
    was_valid: by the hash of each input with a known outcome, whether it was valid.
    answers: some short answers of the reference, by the hash of their input.
    slowest: where the steered search starts.
    smallest: the smallest find so far, while a smaller one is looked for.
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
    was_valid: dict[int, bool] = field(default_factory=dict)
    unexpected: Tried | None = None
    may_score_less: bool = False
    lesser: Tried | None = None
    unstable: list[Tried] = field(default_factory=list)
    by_origin: Counter[str] = field(default_factory=Counter)
    faulty: bool = False
    slowest: SlowestInputs = field(default_factory=SlowestInputs)
    smallest: Tried | None = None
    started: float = field(default_factory=time.monotonic)
    _queue: _ChunkQueue = field(init=False)
    _late_inputs: LateInputs = field(default_factory=LateInputs)
    # When to stop looking for a smaller find, on the monotonic clock; None before that.
    _smaller_end_s: float | None = None
    # False once a node of a cluster has shown that its clock is ahead of this one.
    _trusts_clocks: bool = True

    def __post_init__(self) -> None:
        self._queue = _ChunkQueue(self._submit)

    @property
    def find_so_far(self) -> Tried | None:
        """The best find if the search ends now."""
        return self.smallest or self.unexpected or self.lesser

    @property
    def end_s(self) -> float:
        """When the search must stop, on the monotonic clock."""
        return self._after(_SEARCH_SHARE)

    @property
    def hunt_end_s(self) -> float:
        """When the hunt should end, on the monotonic clock, with a find that is shrunk
        and confirmed."""
        return self._after(1.0)

    @property
    def _deadline_s(self) -> float:
        """When to try no other input of the stream, on the monotonic clock."""
        if self._smaller_end_s is not None:
            return self._smaller_end_s
        return self._after(_STREAM_SHARE) if self.effort.steer else self.end_s

    def _after(self, share: float) -> float:
        """Return the moment at which this share of the hunt's time has passed, or never."""
        if self.effort.time_s is None:
            return math.inf
        return self.started + share * self.effort.time_s

    def search_stream(self, trials: Iterator[Trial]) -> Tried | None:
        """Return the first input that shows a difference; None if time, tries or inputs
        end."""
        queue = self._queue
        while not self._is_given_up:
            self._fill(trials)
            if not queue.chunks:
                return None
            chunk = queue.chunks.popleft()
            result = chunk.future.result()
            queue.adapt(result)
            for tried in result.tried:
                if self._is_find(tried):
                    queue.cancel()
                    return tried
            # A find that could not be repeated, or the end of the time, ended its chunk
            # early.
            rest = chunk.trials[len(result.tried) :]
            if rest and time.monotonic() >= self._deadline_s:
                break
            if rest and not result.tried:
                # Its worker took the time to be over: the clock of that node is ahead.
                self._trusts_clocks = False
            if rest and not self.faulty:
                queue.put_back(rest)
            self._report_progress()
        queue.cancel()
        return None

    def search_smaller(self, find: Tried, stream: Stream) -> Tried:
        """Return the smallest find, the first of several: `find` or one of the inputs
        near it in the stream. End early with a small one.

        A TLE or MLE neither replaces a find nor is replaced: repeating another one takes
        longer than shrinking saves. An unexpected verdict does not replace an expected
        one. Nothing but another find against the checker replaces one.
        """
        if self.effort.time_s is None:
            self._smaller_end_s = math.inf
        else:
            share_s = _SMALLER_SHARE * self.effort.time_s
            self._smaller_end_s = min(self.end_s, time.monotonic() + share_s)
        if find.outcome.refused:
            self.programs = self.programs.against_checker
        best = find
        self.smallest = find
        last = find
        while best.outcome.verdict not in MEASURED and not _is_small(best):
            self._queue = _ChunkQueue(self._submit)
            near = stream.trials_near(find.trial, self._smaller_end_s)
            behind = self._smaller_behind(near, last.trial, best.trial)
            following = self.search_stream(behind)
            if following is None:
                break
            last = following
            if self._replaces(last, best):
                best = last
                self.smallest = last
        return best

    def _smaller_behind(
        self, trials: Iterator[Trial], last: Trial, best: Trial
    ) -> Iterator[Trial]:
        """Yield the trials behind `last` that are smaller than `best`, and as few as the
        effort states."""
        assert last.index is not None
        for trial in trials:
            assert trial.index is not None
            if self.effort.tries is not None and trial.index >= self.effort.tries:
                return
            if trial.index > last.index and len(trial.content) < len(best.content):
                yield trial

    def _replaces(self, other: Tried, best: Tried) -> bool:
        """Return whether another find, which is smaller, is the better one."""
        if other.outcome.refused or best.outcome.refused:
            return other.outcome.refused
        if other.outcome.verdict in MEASURED:
            return False
        # Another score says less than another verdict.
        if (
            other.outcome.verdict is Verdict.AC
            and best.outcome.verdict is not Verdict.AC
        ):
            return False
        return self._is_expected(other) or not self._is_expected(best)

    def _is_expected(self, find: Tried) -> bool:
        verdict = find.outcome.verdict
        return verdict is not None and is_in(verdict, self.expected)

    def search_steered(self) -> Tried | None:
        """Return the first input that is not AC on the way to slower and larger runs,
        or None when the time is up. Another search may find another one."""
        end_s = self.end_s if self.effort.time_s is not None else self.started
        while self.slowest.best and time.monotonic() < end_s:
            if self._is_given_up:
                break
            generation = evolve(
                self.session, self.programs, self.slowest, self.effort.seed, end_s
            )
            for tried in generation:
                if self._is_find(tried):
                    return tried
            self._report_progress()
        return None

    def repeats(self, tried: Tried) -> bool:
        """Return whether `runs_alone` more runs, with no other run beside them, all get
        the same measured verdict. Chunks that have not begun are cancelled."""
        self._queue.pause()
        for _ in range(self.runs_alone(tried)):
            run = self.session.executor.spread(
                self.programs.all,
                (),
                judge_alone,
                self.programs,
                self.programs.submission,
                tried.trial.content,
                tried.outcome.answer,
                decide=True,
            )
            if run.result().verdict is not tried.outcome.verdict:
                return False
        return True

    def runs_alone(self, tried: Tried) -> int:
        """Return how often a TLE or MLE must come again before it counts."""
        # `judge run` repeats neither of the two.
        if tried.outcome.waited:
            return _RUNS_ALONE_IF_STOPPED
        limits = self.programs.limits_of(self.programs.submission)
        is_stopped = is_stopped_for_time(tried.outcome, limits)
        # A package may state a kill limit that is no further away than noise.
        if is_stopped and limits.kill_s >= NEAR * limits.time_s:
            return _RUNS_ALONE_IF_STOPPED
        return _RUNS_ALONE

    def report_fault(self, message: str, content: bytes) -> None:
        """Report an error of the package together with the input that shows it."""
        text = content[:_QUOTED_BYTES].decode("utf-8", "backslashreplace").rstrip("\n")
        lines = [f"  | {line}" for line in text.split("\n")[:_QUOTED_LINES]]
        self.findings.report(error("\n".join([f"{message}; the input is:", *lines])))

    def _fill(self, trials: Iterator[Trial]) -> None:
        """Keep two chunks per worker in the queue: one runs, and the next waits for it."""
        most = 2 * self.session.executor.slots
        while len(self._queue.chunks) < most and not self._is_over:
            self._queue.take(trials, self._tries_left)

    @property
    def _is_given_up(self) -> bool:
        """True when the search ends whatever time and inputs are left."""
        return self.faulty or len(self.unstable) >= _MOST_UNSTABLE

    @property
    def _tries_left(self) -> int:
        if self.effort.tries is None:
            return _CHUNK
        return self.effort.tries - self._queue.taken

    @property
    def _is_over(self) -> bool:
        """True when no other input of the stream will be tried."""
        if self._queue.exhausted or self._tries_left <= 0:
            return True
        return time.monotonic() >= self._deadline_s

    def _submit(self, trials: list[Trial]) -> Future[_ChunkResult]:
        answers = [self.answers.get(hash(trial.content)) for trial in trials]
        left_s = self._deadline_s - time.monotonic()
        submitted_s = time.time() if self._trusts_clocks else None
        return self.session.executor.spread(
            self.programs.all,
            (),
            _try_chunk,
            self.programs,
            trials,
            answers,
            left_s,
            submitted_s,
        )

    def _is_find(self, tried: Tried) -> bool:
        """Count an input. Return True if the search ends with it."""
        trial = tried.trial
        outcome = tried.outcome
        if outcome.fault is not None:
            self.report_fault(outcome.fault, trial.content)
            self.faulty = True
            return False
        self._count(tried)
        if outcome.verdict is None:
            return False
        if outcome.refused:
            return True
        if outcome.verdict in MEASURED:
            # Sanitizers need time and memory, which says nothing about the submission.
            if self.effort.sanitize:
                return False
            return self._is_measured_find(tried, outcome.verdict)
        if outcome.shown.is_difference:
            if self.may_score_less and outcome.shown == _SCORED_LESS:
                self._keep_lesser(tried)
                return False
            comes_again = outcome.again is None or outcome.again > 0
            if not comes_again:
                self.unstable.append(tried)
            return comes_again
        if len(outcome.answer) <= _ANSWER_BYTES and len(self.answers) < _ANSWERS:
            self.answers[hash(trial.content)] = outcome.answer
        self.slowest.add(self.programs, trial.content, outcome)
        return False

    def _count(self, tried: Tried) -> None:
        """Count an input, and find out which ones to validate first."""
        trial = tried.trial
        is_valid = tried.outcome.verdict is not None
        self.was_valid[hash(trial.content)] = is_valid
        if is_valid:
            self.tried += 1
            self.by_origin[trial.origin] += 1
        else:
            self.invalid += 1
        if trial.trusted or validates_first(self.programs, trial.content):
            return
        size = len(trial.content)
        from_bytes = self._late_inputs.add(size, in_vain=tried.outcome.in_vain)
        if from_bytes is not None:
            self._validate_from(from_bytes)

    def _validate_from(self, size: int) -> None:
        """From here on in the stream, validate inputs of at least `size` bytes before other
        programs run on them.

        Chunks that were submitted with such inputs are tried again: what is counted as
        invalid must not depend on how many chunks run at once.
        """
        before = self.programs
        after = replace(before, validates_from=size)
        self.programs = after

        def is_affected(trial: Trial) -> bool:
            if trial.trusted or validates_first(before, trial.content):
                return False
            return validates_first(after, trial.content)

        self._queue.submit_again(is_affected)

    def _keep_lesser(self, tried: Tried) -> None:
        """Keep the first input with less of the score. From there on the search compares
        verdicts alone: scores may differ on every input, and each comparison takes longer
        than a try in the relay."""
        if self.lesser is None and tried.outcome.comes_again:
            self.lesser = tried
            self.programs = replace(self.programs, compares_scores=False)

    def _is_measured_find(self, tried: Tried, verdict: Verdict) -> bool:
        """Return whether a TLE or MLE that is expected comes again. Remember the first
        one that comes again and is not expected."""
        is_expected = is_in(verdict, self.expected)
        if self.unexpected is not None and not is_expected:
            return False
        repeated = self.repeats(tried)
        if repeated and is_expected:
            return True
        if repeated:
            self.unexpected = tried
        self._queue.resume()
        return False

    def _report_progress(self) -> None:
        self.on_progress(self.tried, time.monotonic() - self.started, self.slowest.share)


def _is_small(find: Tried) -> bool:
    """Return whether a find is shrunk at once. For a large one it pays to try smaller
    inputs that are at hand: a step of shrinking a megabyte takes 0.2 to 3 s."""
    return len(find.trial.content) <= SMALL_BYTES


def _try_chunk(
    programs: HuntPrograms,
    trials: Sequence[Trial],
    answers: Sequence[bytes | None],
    left_s: float,
    submitted_s: float | None,
    worker: Worker,
) -> _ChunkResult:
    """Try a chunk that had `left_s` seconds when it was submitted, at `submitted_s` on the
    wall clock, if that is known: the time that it has waited for a worker is gone."""
    started = time.monotonic()
    if submitted_s is not None:
        left_s -= _waited_s(submitted_s, left_s)
    tried = try_inputs(programs, trials, answers, None, left_s, worker)
    return _ChunkResult(tried, time.monotonic() - started)


def _waited_s(submitted_s: float, left_s: float) -> float:
    """Return the seconds since `submitted_s`, from 0 to `left_s`."""
    # By the wall clock: the monotonic clocks of two nodes of a cluster do not compare.
    waited_s = time.time() - submitted_s
    return max(0.0, min(waited_s, left_s))
