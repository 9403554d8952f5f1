"""Decides when compiling a header pays off."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field

from judging.core.limits import ProblemLimits
from judging.programs import Header, Plan, compiled_header
from judging.session.executors.contract import WorkExecutor
from judging.store import Kind, Store
from judging.values import replace

_KIND = "header-wanted"
# Making a header takes as long as it saves in four builds (benchmarks/building.py), and
# one worker makes it while the others build without it. So a session makes it that has
# four builds for each worker; with fewer, many workers would be done before it is. Any
# session makes it after four builds went without it.
_ENOUGH_PER_WORKER = 4
_ENOUGH_BEFORE = 4


@dataclass(slots=True)
class Headers:
    """The compiled headers of one session."""

    executor: WorkExecutor
    store: Store
    limits: ProblemLimits
    # Builds that wanted a header, in earlier sessions and in this one.
    _before: dict[Header, int] = field(default_factory=dict)
    _wanted: Counter[Header] = field(default_factory=Counter)
    _keys: dict[Header, str | None] = field(default_factory=dict)
    _making: list[Future[None]] = field(default_factory=list)

    def expect(self, plans: Iterable[Plan]) -> None:
        """Note programs that will be built, and start to make the headers that pay off."""
        counts: Counter[Header] = Counter()
        for plan in plans:
            if plan.header is not None:
                counts[plan.header] += 1
        for header, count in counts.items():
            if header not in self._before:
                self._before[header] = self.store.recall(_KIND, header.key) or 0
            before = self._before[header]
            self._wanted[header] += count
            if before < _ENOUGH_BEFORE:
                self.store.remember(_KIND, header.key, before + self._wanted[header])
            many = _ENOUGH_PER_WORKER * self.executor.jobs
            worthwhile = before >= _ENOUGH_BEFORE or self._wanted[header] >= many
            if worthwhile and header not in self._keys:
                self._keys[header] = self._provide(header)

    def _provide(self, header: Header) -> str | None:
        start = self.executor.start
        key: str | None = start(compiled_header.identify, header, self.limits).result()
        if key is not None and self.store.find(Kind.HEADER, key) is None:
            self._making.append(start(compiled_header.make, header, key, self.limits))
        return key

    def using(self, plan: Plan) -> Plan:
        """Return the plan with the compiled header to use once the store has it."""
        if plan.header is None:
            return plan
        return replace(plan, compiled_header=self._keys.get(plan.header))

    def finish(self) -> None:
        """Wait until no header is being made."""
        wait(self._making)
