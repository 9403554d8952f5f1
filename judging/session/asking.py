"""Questions to the package's own programs: an input for a validator, a recipe for a generator.

A program that loops costs a whole time limit (60 s by default) for each input, and one
that prints forever a whole output limit. After two such ends no other input is tried
with it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, runtime_checkable

from judging.core.events import Listener, PhaseStarted, StepDone, StepRuns
from judging.session.steps import Step, as_they_end

T = TypeVar("T")

# One long run may be an accident of a busy machine; the second shows that the program
# loops.
MOST_STOPS = 2


class Question(Step[T]):
    """A step that asks programs of the package."""

    @property
    def asks(self) -> Sequence[str]:
        """The keys of the programs that it asks."""
        raise NotImplementedError

    def stopped_programs(self, result: T) -> Collection[str]:
        """Return the keys of those programs that a limit stopped in this step."""
        raise NotImplementedError


@runtime_checkable
class _MayHaveFault(Protocol):
    """A result that tells what is wrong with the program that was asked."""

    @property
    def fault(self) -> str | None:
        """What is wrong, in words; None or empty if nothing is."""


@dataclass(slots=True)
class StoppedPrograms:
    """How often a limit of time or output stopped each program in this session, by the
    program's key."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, keys: Collection[str]) -> None:
        self.counts.update(keys)

    def any_given_up(self, keys: Sequence[str]) -> bool:
        """Return whether nothing else is tried with one of these programs."""
        return any(self.counts[key] >= MOST_STOPS for key in keys)


def ask_in_order(
    phase: str,
    questions: Mapping[str, Question[T]],
    recall: Callable[[Question[T]], T | None],
    start: Callable[[Question[T]], Future[T]],
    stopped: StoppedPrograms,
    on_event: Listener,
    names_of: Callable[[Sequence[str]], tuple[str, ...]],
    unreported: list[str],
    abandon: Callable[[Iterable[Future[T]]], None],
) -> dict[str, T]:
    """Return the results in the order of `questions`, without those that were not asked.

    Whether a question counts as asked depends on the questions before it alone. So the
    results are the same for every number of workers: an answer that a worker gave
    although the question is not asked is discarded.

    recall: returns a known result or None.
    start: submits a question.
    names_of: returns the names of programs by their keys.
    unreported: gets the faults that were found before an interrupt, which nobody else
        can report any more.
    abandon: is told which submitted questions nobody waits for any more.
    """
    on_event(PhaseStarted(phase, len(questions)))
    results: dict[str, T] = {}
    for name in _asked(questions, results, stopped):
        value = recall(questions[name])
        if value is not None:
            results[name] = value
            on_event(StepDone(phase, name, cached=True))
    # Not those that follow after two known stops.
    running = _started(questions, _asked(questions, results, stopped), results, start)

    def tell(future: Future[T]) -> None:
        name = running[future]
        on_event(StepRuns(phase, name, names_of(questions[name].asks)))

    try:
        # To wait for the first of all that are left, again and again, takes the square of
        # their number.
        for future in as_they_end(list(running), tell):
            name = running.pop(future)
            on_event(StepDone(phase, name))
            if future.cancelled():
                continue
            results[name] = future.result()
            if not questions[name].stopped_programs(results[name]):
                continue
            if not _cancel(running, _asked(questions, results, stopped)):
                break
    except KeyboardInterrupt:
        unreported += _faults(results)
        raise
    abandon(running)
    for name in running.values():
        on_event(StepDone(phase, name))
    return _counted(questions, results, stopped)


def _counted(
    questions: Mapping[str, Question[T]],
    results: Mapping[str, T],
    stopped: StoppedPrograms,
) -> dict[str, T]:
    """Return the results of the questions that count as asked, and note their stops."""
    counted = {name: results[name] for name in _asked(questions, results, stopped)}
    for name, result in counted.items():
        stopped.add(questions[name].stopped_programs(result))
    return counted


def _started(
    questions: Mapping[str, Question[T]],
    asked: Iterable[str],
    results: Mapping[str, T],
    start: Callable[[Question[T]], Future[T]],
) -> dict[Future[T], str]:
    """Start the questions that are asked and have no result; return their names."""
    return {start(questions[name]): name for name in asked if name not in results}


def _faults(results: Mapping[str, T]) -> list[str]:
    """Return what is wrong with programs, one line for each question."""
    faults = []
    for name, result in results.items():
        if isinstance(result, _MayHaveFault) and result.fault:
            faults.append(f"{name}: {result.fault}")
    return faults


def _cancel(running: Mapping[Future[T], str], asked: Collection[str]) -> bool:
    """Cancel the questions that are not asked after all, unless a worker has begun.

    Return whether any other runs. One that a worker has begun since is not worth waiting
    for: it would only run into the same limit.
    """
    wanted = set(asked)
    for future, name in running.items():
        if name not in wanted:
            future.cancel()
    return not wanted.isdisjoint(running.values())


def _asked(
    questions: Mapping[str, Question[T]],
    results: Mapping[str, T],
    stopped: StoppedPrograms,
) -> list[str]:
    """Return the questions that are asked, as far as the `results` until now tell."""
    counts = StoppedPrograms(Counter(stopped.counts))
    asked = []
    for name, question in questions.items():
        if counts.any_given_up(question.asks):
            continue
        asked.append(name)
        if name in results:
            counts.add(question.stopped_programs(results[name]))
    return asked
