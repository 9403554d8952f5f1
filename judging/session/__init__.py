"""One session of work on a package: who runs programs, where results are stored, who listens.

session = Session(executor, store, problem.limits, on_event)
session.builder.build(sources)         builds programs, each once
session.once("fingerprint", steps)     runs steps, except those whose results are in the store
session.ask("validate", questions)     the same, but gives up a program that loops
Findings                               collects the faults that were found
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from judging.core.diagnostics import error
from judging.core.events import Event, Listener, ignore
from judging.core.limits import ProblemLimits
from judging.core.running import Running
from judging.session.asking import MOST_STOPS as MOST_STOPS
from judging.session.asking import Question as Question
from judging.session.asking import StoppedPrograms as StoppedPrograms
from judging.session.asking import ask_in_order
from judging.session.builder import Builder
from judging.session.executors.contract import WorkExecutor as WorkExecutor
from judging.session.findings import Findings as Findings
from judging.session.kept import EndedRun as EndedRun
from judging.session.kept import KeptResults as KeptResults
from judging.session.kept import any_unsteady as any_unsteady
from judging.session.steps import Step as Step
from judging.session.steps import first_done as first_done
from judging.session.steps import keep_result as keep_result
from judging.session.steps import recall_step, run_step, side_by_side
from judging.store import Store

T = TypeVar("T")


@dataclass(slots=True)
class Session:
    """Work on one package.

    limits: bound its compilations.
    fresh: recall no result of a submission's earlier runs; steps are recalled.
    kept: the results of earlier runs.
    builder: shared by every phase, so that no phase builds a program again.
    stopped: the programs of the package that limits stopped, in every phase.
    running: what runs now, as the events tell.
    unreported: the faults that an interrupt kept from being reported where they belong.
    """

    executor: WorkExecutor
    store: Store
    limits: ProblemLimits
    on_event: Listener = ignore
    fresh: bool = False
    builder: Builder = field(init=False)
    kept: KeptResults = field(init=False)
    stopped: StoppedPrograms = field(default_factory=StoppedPrograms)
    running: Running = field(default_factory=Running)
    unreported: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        listener = self.on_event

        def hear(event: Event) -> None:
            self.running.hear(event, time.monotonic())
            listener(event)

        self.on_event = hear
        self.builder = Builder(self.executor, self.store, self.limits, self.on_event)
        self.kept = KeptResults(self.store, self.executor, self.fresh)

    def once(self, phase: str, steps: Mapping[str, Step[T]]) -> dict[str, T]:
        """Run the steps whose results are not in the store; return all in the order of `steps`."""
        return side_by_side(
            phase,
            steps,
            recall=lambda step: recall_step(step, self.store),
            start=lambda step: self.executor.start(run_step, step),
            on_event=self.on_event,
        )

    def ask(self, phase: str, questions: Mapping[str, Question[T]]) -> dict[str, T]:
        """Run questions as `once` runs steps. After a limit has stopped a program
        twice, ask it nothing else, and leave out the questions that were not asked."""
        return ask_in_order(
            phase,
            questions,
            recall=lambda question: recall_step(question, self.store),
            start=lambda question: self.executor.start(run_step, question),
            stopped=self.stopped,
            on_event=self.on_event,
            names_of=self.builder.names_of,
            unreported=self.unreported,
            abandon=self.executor.abandon,
        )

    def alone(self, phase: str, name: str, work: Callable[..., T], *args: object) -> T:
        """Return what a worker computes with `args`, and tell of it as of a step. For
        work whose result is no step's, such as a run that is timed while no other runs.

        name: the test and the programs, as steps are named.
        """
        found = side_by_side(
            phase,
            {name: args},
            recall=lambda _: None,
            start=lambda args: self.executor.start(work, *args),
            on_event=self.on_event,
        )
        result: T = found[name]
        return result

    def end_interrupted(self, findings: Findings) -> str:
        """Report what was found before an interrupt, and end all runs. Return what was
        running, in words."""
        running = self.running.in_words(time.monotonic())
        self.executor.kill()
        findings.report(*(error(fault) for fault in self.unreported))
        return running
