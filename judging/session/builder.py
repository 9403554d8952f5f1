"""Builds programs, each once in a session. Reports programs of the package that do not build."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from judging import programs
from judging.core.diagnostics import error
from judging.core.events import Listener
from judging.core.limits import ProblemLimits
from judging.core.problem import Problem, Source
from judging.jobs.checkers import Checker
from judging.package import testlib
from judging.programs import Built, Executable, Plan, Unavailable
from judging.session.executors.contract import WorkExecutor
from judging.session.findings import Findings
from judging.session.steps import side_by_side
from judging.store import Store


@dataclass(slots=True)
class Builder:
    """Turns sources into executables. Source names are unique within a session."""

    executor: WorkExecutor
    store: Store
    limits: ProblemLimits
    on_event: Listener
    _built: dict[str, Built] = field(default_factory=dict)

    def build(self, sources: Iterable[Source], code_bytes: int | None = None) -> dict[str, Built]:
        """Build every source, side by side; results by source name. `code_bytes` limits the size
        of a source."""
        wanted = {source.name: source for source in sources}
        plans: dict[str, Plan] = {}
        for name, source in wanted.items():
            if name in self._built:
                continue
            plan = programs.plan(source, self.store, code_bytes)
            if isinstance(plan, Plan):
                plans[name] = plan
            else:
                self._built[name] = plan
        self._built |= side_by_side(
            "build",
            plans,
            recall=lambda plan: programs.recall(plan, self.limits, self.executor.tier, self.store),
            start=lambda plan: self.executor.start(programs.build, plan, self.limits),
            on_event=self.on_event,
        )
        return {name: self._built[name] for name in wanted}

    def tool(self, source: Source, findings: Findings) -> Executable | None:
        """Build a program of the package itself. If it cannot be built, report that and return
        None."""
        built = self.build([source])[source.name]
        if isinstance(built, Executable):
            return built
        if isinstance(built, Unavailable):
            message = f"{source.name} cannot be built on this machine: {built.reason}"
            findings.report_machine([message])
        else:
            advice = testlib.advice(source, built.message)
            findings.report(error(f"does not compile{advice}: {built.message}", source.name))
        return None

    def tools(self, sources: Iterable[Source], findings: Findings) -> tuple[Executable, ...]:
        """Build programs of the package; those that cannot be built are reported and left out."""
        built = [self.tool(source, findings) for source in sources]
        return tuple(tool for tool in built if tool is not None)

    def checker(self, problem: Problem, findings: Findings) -> Checker | None:
        """Build the checker. If a part of it cannot be built, report that and return None."""
        ready = self.tools(problem.output_validators, findings)
        if len(ready) < len(problem.output_validators):
            return None
        return Checker(ready, problem.limits, problem.interactive, problem.multi_pass)
