"""Builds programs, each once in a session. Reports programs of the package that do not build."""

from collections.abc import Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from judging import programs
from judging.core.diagnostics import error
from judging.core.events import Listener
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Source
from judging.jobs.checkers import Checker
from judging.package import testlib
from judging.programs import (
    Built,
    Executable,
    Plan,
    Planned,
    Rejected,
    Sanitizers,
    Unavailable,
)
from judging.session.executors.contract import WorkExecutor
from judging.session.findings import Findings
from judging.session.headers import Headers
from judging.session.steps import side_by_side
from judging.store import Store


@dataclass(slots=True)
class Builder:
    """Turns sources into executables. Source names are unique within a session.

    headers: the compiled headers of the session.
    """

    executor: WorkExecutor
    store: Store
    limits: ProblemLimits
    on_event: Listener
    headers: Headers = field(init=False)
    _plans: dict[tuple[str, int | None], Planned] = field(default_factory=dict)
    _begun: dict[str, Future[Any]] = field(default_factory=dict)  # by the program's key
    # By name and limit of the code's size, as the plans: what is too long for a submission
    # may still be built to make answers.
    _built: dict[tuple[str, int | None], Built] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.headers = Headers(self.executor, self.store, self.limits)

    def start(
        self,
        sources: Iterable[Source],
        code_bytes: int | None = None,
        *,
        soon: bool = False,
    ) -> None:
        """Start to build sources that `build` will be asked for, the first ones first.

        soon: queue the builds like work that is needed now. Otherwise steps and programs
            that are needed go before them.
        """
        plans = []
        for source in sources:
            if (source.name, code_bytes) in self._built:
                continue
            plan = self._plan(source, code_bytes)
            if isinstance(plan, Plan):
                plans.append(plan)
        self._begin(plans, now=soon)

    def build(
        self, sources: Iterable[Source], code_bytes: int | None = None
    ) -> dict[str, Built]:
        """Build every source, side by side; results by source name. `code_bytes` limits
        the size of a source."""
        wanted = {source.name: source for source in sources}
        plans: dict[str, Plan] = {}
        for name, source in wanted.items():
            if (name, code_bytes) in self._built:
                continue
            plan = self._plan(source, code_bytes)
            if isinstance(plan, Plan):
                plans[name] = plan
            else:
                self._built[name, code_bytes] = plan
        known = self._begin(plans.values(), now=True)
        built = side_by_side(
            "build",
            plans,
            recall=lambda plan: known.get(plan.program.key),
            start=lambda plan: self._begun[plan.program.key],
            on_event=self.on_event,
        )
        for name, plan in plans.items():
            self._begun.pop(plan.program.key, None)
            self._built[name, code_bytes] = programs.named(built[name], plan)
        if not self._begun:
            self.headers.finish()  # nothing is built beside runs that are timed
        return {name: self._built[name, code_bytes] for name in wanted}

    def build_sanitized(
        self, sources: Iterable[Source], sanitizers: Sanitizers
    ) -> dict[str, Built]:
        """Build sources with sanitizers, side by side and apart from what `build` builds;
        results by source name. A language without sanitizers makes them Unavailable."""
        results: dict[str, Built] = {}
        plans: dict[str, Plan] = {}
        wanted = {source.name: source for source in sources}
        for name, source in wanted.items():
            planned = self._plan(source, None)
            if isinstance(planned, Plan):
                planned = programs.plan_sanitized(planned, sanitizers, self.store)
            if isinstance(planned, Plan):
                plans[name] = planned
            else:
                results[name] = planned
        tier = self.executor.tier
        built = side_by_side(
            "build",
            plans,
            recall=lambda plan: programs.recall(plan, self.limits, tier, self.store),
            start=lambda plan: self.executor.start(programs.build, plan, self.limits),
            on_event=self.on_event,
        )
        results.update(built)
        return {name: results[name] for name in wanted}

    def names_of(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Return the names of the programs that were built, by their keys."""
        wanted = set(keys)
        names = []
        for (name, _), built in self._built.items():
            if isinstance(built, Executable) and built.key in wanted:
                wanted.discard(built.key)  # equal programs have one key
                names.append(name)
        return tuple(names)

    def _plan(self, source: Source, code_bytes: int | None) -> Planned:
        key = (source.name, code_bytes)
        if key not in self._plans:
            self._plans[key] = programs.plan(source, self.store, code_bytes)
        return self._plans[key]

    def _begin(
        self, plans: Iterable[Plan], *, now: bool
    ) -> dict[str, Executable | Rejected]:
        """Start the builds that no earlier session has done, each once. Return what
        earlier sessions have built, by the plan's key."""
        start = self.executor.start_later
        if now:
            start = self.executor.start
        missing = {plan.program.key: plan for plan in plans}
        known = {}
        for key in missing.keys() - self._begun.keys():
            built = programs.recall(
                missing[key], self.limits, self.executor.tier, self.store
            )
            if built is not None:
                known[key] = built
                del missing[key]
        new = [plan for key, plan in missing.items() if key not in self._begun]
        self.headers.expect(new)
        for key, plan in missing.items():
            # A build that waits in the background goes to the front once it is needed.
            if key not in self._begun or (now and self._begun[key].cancel()):
                using = self.headers.using(plan)
                self._begun[key] = start(programs.build, using, self.limits)
        return known

    def tool(self, source: Source, findings: Findings) -> Executable | None:
        """Build a program of the package itself. If it cannot be built, report that and
        return None."""
        for program in self.tools([source], findings):
            return program
        return None

    def tools(
        self, sources: Sequence[Source], findings: Findings
    ) -> tuple[Executable, ...]:
        """Build programs of the package; those that cannot be built are reported and left out."""
        results = self.build(sources)
        ready = []
        for source in sources:
            built = results[source.name]
            if isinstance(built, Executable):
                ready.append(built)
            elif isinstance(built, Unavailable):
                message = (
                    f"{source.name} cannot be built on this machine: {built.reason}"
                )
                findings.report_machine([message])
            else:
                advice = testlib.advice(source, built.message)
                findings.report(
                    error(f"does not compile{advice}: {built.message}", source.name)
                )
        return tuple(ready)

    def checker(self, problem: Problem, findings: Findings) -> Checker | None:
        """Build the checker. If a part of it cannot be built, report that and return None."""
        ready = self.tools(problem.output_validators, findings)
        if len(ready) < len(problem.output_validators):
            return None
        checker = Checker(ready, problem.limits, problem.interactive, problem.multi_pass)
        # Loading reports that the problem needs exactly one.
        if checker.takes_part and len(ready) != 1:
            return None
        return checker
