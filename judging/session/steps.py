"""Steps before the runs. They run side by side, each once; later their results are recalled.

A step whose result is in the store starts no process.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, as_completed, wait
from typing import Any, ClassVar, Generic, TypeVar

from judging.core.events import Listener, PhaseStarted, StepDone, StepRuns
from judging.sandbox.worker import Worker
from judging.session.own_code import code_digest, code_of_step
from judging.store import Store, key_of
from judging.values import NotOfType, Value, as_json, read_as

T = TypeVar("T")

# How often to look which steps a worker has begun. Often enough for a person, too
# seldom to cost anything.
_LOOK_S = 0.25


class Step(Value, Generic[T]):
    """One piece of work. The store keeps its result under `kind` and `key`.

    result: the type of the result.
    """

    kind: ClassVar[str]
    result: ClassVar[type[Any]]

    @property
    def key(self) -> str:
        """A digest of everything that can change the result, but the judge's own code."""
        raise NotImplementedError

    def run(self, worker: Worker) -> T:
        """Do the work."""
        raise NotImplementedError

    def may_keep(self, result: T) -> bool:
        """Return whether the result is the same whenever the step runs."""
        return True

    def to_json(self, result: T) -> Any:
        """Return a result that may be kept, as JSON has it."""
        return as_json(result)

    def from_json(self, value: Any, store: Store) -> T | None:
        """Return the result that `to_json` gave, or None if it can no longer be used.

        Raise NotOfType for what is no such result.
        """
        result: T = read_as(self.result, value)
        return result


def first_done(futures: Iterable[Future[T]]) -> Collection[Future[T]]:
    """Wait until at least one future is done; return those that are."""
    return wait(futures, return_when=FIRST_COMPLETED).done


def as_they_end(
    futures: Iterable[Future[T]], runs: Callable[[Future[T]], None]
) -> Iterator[Future[T]]:
    """Yield each future when it is done. Call `runs` once for each that runs meanwhile.

    The main thread looks instead of being told by workers: so listeners hear events from
    one thread only.
    """
    left = set(futures)
    told: set[Future[T]] = set()
    while left:
        try:
            for future in as_completed(left, timeout=_LOOK_S):
                left.discard(future)
                yield future
        except TimeoutError:
            for future in left - told:
                if future.running():
                    told.add(future)
                    runs(future)


def run_step(step: Step[T], worker: Worker) -> T:
    """Run a step on a worker and store its result."""
    result = step.run(worker)
    if step.may_keep(result):
        keep_result(step, result, worker.store)
    return result


def keep_result(step: Step[T], result: T, store: Store) -> None:
    """Store a result that is known to be kept: `may_keep` is not asked."""
    store.remember(step.kind, _kept_key(step, store), step.to_json(result))


def recall_step(step: Step[T], store: Store) -> T | None:
    """Return the stored result of a step, or None."""
    value = store.recall(step.kind, _kept_key(step, store))
    if value is None:
        return None
    try:
        return step.from_json(value, store)
    except NotOfType:
        return None


def _kept_key(step: Step[T], store: Store) -> str:
    """Return the key of a result: it depends on the step, and on the judge's own code."""
    return key_of(step.key, code_digest(store), code_of_step(type(step), store))


def side_by_side(
    phase: str,
    items: Mapping[str, Any],
    recall: Callable[[Any], Any],
    start: Callable[[Any], Future[Any]],
    on_event: Listener,
) -> dict[str, Any]:
    """Compute one result for each item, in the order of `items`.

    `recall` returns a known result or None; `start` submits the rest, and may return one
    future for several items. Exceptions propagate.
    """
    on_event(PhaseStarted(phase, len(items)))
    results: dict[str, Any] = {}
    running: dict[Future[Any], list[str]] = {}
    for name, item in items.items():
        value = recall(item)
        if value is None:
            running.setdefault(start(item), []).append(name)
        else:
            results[name] = value
            on_event(StepDone(phase, name, cached=True))

    def tell(future: Future[Any]) -> None:
        for name in running[future]:
            on_event(StepRuns(phase, name))

    for future in as_they_end(running, tell):
        for name in running[future]:
            results[name] = future.result()
            on_event(StepDone(phase, name))
    return {name: results[name] for name in items}
