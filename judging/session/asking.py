"""Questions to the package's own programs: an input for a validator, a recipe for a generator.

A program that loops costs a whole time limit (60 s by default) for each input. After two
such ends no other input is tried with it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, as_completed
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from judging.core.events import Listener, PhaseStarted, StepDone
from judging.session.steps import Step

T = TypeVar("T")

# One long run may be an accident of a busy machine; the second shows that the program
# loops. Chosen, not measured.
MOST_STOPS = 2


class Question(Step[T], Protocol[T]):
    """A step that asks programs of the package."""

    @property
    def asks(self) -> Sequence[str]:
        """The keys of the programs that it asks."""

    def stopped_programs(self, result: T) -> Collection[str]:
        """Return the keys of those programs that a time limit stopped in this step."""


@dataclass(slots=True)
class StoppedPrograms:
    """How often a time limit stopped each program in this session, by the program's key."""

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
) -> dict[str, T]:
    """Return the results in the order of `questions`, without those that were not asked.

    Whether a question counts as asked depends on the questions before it alone. So the
    results are the same for every number of workers: an answer that a worker gave
    although the question is not asked is discarded.

    recall: returns a known result or None.
    start: submits a question.
    """
    on_event(PhaseStarted(phase, len(questions)))
    results: dict[str, T] = {}
    running: dict[Future[T], str] = {}
    for name in _asked(questions, results, stopped):
        value = recall(questions[name])
        if value is None:
            running[start(questions[name])] = name
        else:
            results[name] = value
            on_event(StepDone(phase, name, cached=True))
    # To wait for the first of all that are left, again and again, takes the square of their
    # number.
    for future in as_completed(list(running)):
        name = running.pop(future)
        on_event(StepDone(phase, name))
        if future.cancelled():
            continue
        results[name] = future.result()
        if questions[name].stopped_programs(results[name]):
            _cancel(running, _asked(questions, results, stopped))
    counted = {name: results[name] for name in _asked(questions, results, stopped)}
    for name, result in counted.items():
        stopped.add(questions[name].stopped_programs(result))
    return counted


def _cancel(running: Mapping[Future[T], str], asked: Collection[str]) -> None:
    """Cancel the questions that are not asked after all, unless a worker has begun."""
    wanted = set(asked)
    for future, name in running.items():
        if name not in wanted:
            future.cancel()


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
