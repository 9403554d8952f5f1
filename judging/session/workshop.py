"""What the steps before the runs share: building programs and doing keyed work at most once.

A step that was done before is recalled from the store by its key and starts no process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol, TypeVar

from judging import programs
from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import MachineError
from judging.core.events import Found, Listener, PhaseStarted, StepDone
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Source
from judging.jobs.checkers import Checker
from judging.programs import Built, Executable, Rejected, Unavailable
from judging.sandbox.worker import Worker, WorkExecutor
from judging.store import Store

T = TypeVar("T")


class Work(Protocol[T]):
    """One step, whose result is remembered in the store by `kind` and `key`."""

    kind: ClassVar[str]

    @property
    def key(self) -> str:
        """Changes when the result may be another."""

    def run(self, worker: Worker) -> T:
        """Does it."""

    def stored(self, result: T) -> Any:
        """The result as a JSON value; None for one that is not to be remembered."""

    def recalled(self, value: Any, store: Store) -> T | None:
        """From what `stored` gave; None where that is of no use any more."""


@dataclass(slots=True)
class Workshop:
    """An executor, the store, and what has been found out so far."""

    executor: WorkExecutor
    store: Store
    limits: ProblemLimits
    on_event: Listener
    diagnostics: list[Diagnostic] = field(default_factory=list)
    machine_errors: list[str] = field(default_factory=list)
    _built: dict[str, Built] = field(default_factory=dict)

    def report(self, diagnostic: Diagnostic) -> None:
        """Notes a finding once."""
        if diagnostic not in self.diagnostics:
            self.diagnostics.append(diagnostic)
            self.on_event(Found(diagnostic))

    def build(self, sources: Iterable[Source], code_bytes: int | None = None) -> dict[str, Built]:
        """Builds every source, side by side; by name."""
        wanted = {source.name: source for source in sources}
        fresh = [source for name, source in wanted.items() if name not in self._built]
        plans: dict[str, programs.Plan] = {}
        for source in fresh:
            made = programs.plan(source, self.store, code_bytes)
            if isinstance(made, programs.Plan):
                plans[source.name] = made
            else:
                self._built[source.name] = made
        self._built.update(self.compute("build", plans, self._built_before, self._build_new))
        return {name: self._built[name] for name in wanted}

    def _built_before(self, plan: programs.Plan) -> Built | None:
        return programs.known(plan, self.store)

    def _build_new(self, plan: programs.Plan) -> Future[Built]:
        return self.executor.submit(_build, plan, self.limits)

    def tool(self, source: Source) -> Executable | None:
        """A program of the package itself; None, and a finding, when it cannot be built."""
        built = self.build([source])[source.name]
        if isinstance(built, Executable):
            return built
        if isinstance(built, Unavailable):
            message = f"{source.name} cannot be built on this machine: {built.reason}"
            if message not in self.machine_errors:
                self.machine_errors.append(message)
        elif isinstance(built, Rejected):
            self.report(error(f"does not compile: {built.message}", source.name))
        return None

    def checker(self, problem: Problem) -> Checker | None:
        """What decides on outputs; None, and a finding, when a part of it cannot be built."""
        tools = [self.tool(source) for source in problem.output_validators]
        ready = tuple(tool for tool in tools if tool is not None)
        kind = problem.interactive, problem.multi_pass
        return Checker(ready, problem.limits, *kind) if len(ready) == len(tools) else None

    def once(self, phase: str, work: Mapping[str, Work[T]]) -> dict[str, T]:
        """Does each work that was never done before. Results in the order of `work`."""

        def before(item: Work[T]) -> T | None:
            value = self.store.recall(item.kind, item.key)
            return None if value is None else item.recalled(value, self.store)

        return self.compute(phase, work, before, lambda item: self.executor.submit(_do, item))

    def compute(
        self,
        phase: str,
        items: Mapping[str, Any],
        before: Callable[[Any], Any],
        start: Callable[[Any], Future[Any]],
    ) -> dict[str, Any]:
        """Does one step for each item, side by side: `before` recalls what is known (None: not
        yet), `start` submits the rest. Results in the order of `items`; exceptions propagate."""
        self.on_event(PhaseStarted(phase, len(items)))
        results: dict[str, Any] = {}
        running: dict[Future[Any], str] = {}
        for name, item in items.items():
            value = before(item)
            if value is None:
                running[start(item)] = name
            else:
                results[name] = value
                self.on_event(StepDone(phase, name, cached=True))
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                results[name] = future.result()
                self.on_event(StepDone(phase, name))
        return {name: results[name] for name in items}


def _do(item: Work[T], worker: Worker) -> T:
    result = item.run(worker)
    value = item.stored(result)
    if value is not None:
        worker.store.remember(item.kind, item.key, value)
    return result


def _build(plan: programs.Plan, limits: ProblemLimits, worker: Worker) -> Built:
    try:
        return programs.build(plan, limits, worker)
    except programs.BuildFailed as problem:
        raise MachineError(f"{plan.name} could not be compiled: {problem}") from problem
