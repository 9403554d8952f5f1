"""Decides when a compiled header is worth its making."""

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field, replace

from judging.core.limits import ProblemLimits
from judging.programs import Header, Plan, headers
from judging.session.executors.contract import WorkExecutor
from judging.store import Kind, Store

_KIND = "header-wanted"
# Making a header takes as long as it saves in four builds. It is made in a session that saves twice
# as much at once, and in any session after so many builds have gone without it.
_MANY, _ENOUGH = 8, 4


@dataclass(slots=True)
class Headers:
    """The compiled headers of one session."""

    executor: WorkExecutor
    store: Store
    limits: ProblemLimits
    _before: dict[Header, int] = field(
        default_factory=dict
    )  # builds of earlier sessions
    _wanted: Counter[Header] = field(default_factory=Counter)  # builds of this session
    _keys: dict[Header, str | None] = field(default_factory=dict)
    _making: list[Future[None]] = field(default_factory=list)

    def expect(self, plans: Iterable[Plan]) -> None:
        """Note programs that will be built, and start to make the headers that are worth it."""
        for header, count in Counter(
            p.header for p in plans if p.header is not None
        ).items():
            if header not in self._before:
                self._before[header] = self.store.recall(_KIND, header.key) or 0
            before = self._before[header]
            self._wanted[header] += count
            if before < _ENOUGH:
                self.store.remember(_KIND, header.key, before + self._wanted[header])
            worthwhile = before >= _ENOUGH or self._wanted[header] >= _MANY
            if worthwhile and header not in self._keys:
                self._keys[header] = self._provide(header)

    def _provide(self, header: Header) -> str | None:
        key: str | None = self.executor.start(
            headers.identify, header, self.limits
        ).result()
        if key is not None and self.store.find(Kind.HEADER, key) is None:
            self._making.append(
                self.executor.start(headers.make, header, key, self.limits)
            )
        return key

    def using(self, plan: Plan) -> Plan:
        """Return the plan with the compiled header to use once the store has it."""
        key = self._keys.get(plan.header) if plan.header is not None else None
        return replace(plan, compiled_header=key)

    def finish(self) -> None:
        """Wait until no header is being made."""
        wait(self._making)
