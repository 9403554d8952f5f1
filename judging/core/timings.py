"""What the programs of a command took, by what they ran for: a sandbox adds each run to
the `Tally` of the command."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from judging.values import Value


class Purpose(StrEnum):
    """What a program is run for, in the order of a table."""

    COMPILE = "compile"
    GENERATE = "generate"
    VALIDATE = "validate"
    RUN = "run"
    CHECK = "check"
    OTHER = "other"


class Spent(Value):
    """What runs took together: wall times are added, even those of runs side by side."""

    runs: int = 0
    cpu_s: float = 0.0
    wall_s: float = 0.0


@dataclass(slots=True)
class Tally:
    """Adds up the runs of all workers of one command.

    workers: the most workers that were open at once.
    elsewhere: nodes of a cluster ran programs too, which are not counted.
    """

    workers: int = 1
    elsewhere: bool = False
    _spent: dict[Purpose, Spent] = field(default_factory=dict)
    # Workers are threads, and both programs of a dialogue may end at the same moment.
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def opened(self, workers: int, *, elsewhere: bool) -> None:
        """Note that so many workers were opened, for a cluster if `elsewhere`."""
        self.workers = max(self.workers, workers)
        self.elsewhere |= elsewhere

    def add(self, purpose: Purpose, cpu_s: float, wall_s: float) -> None:
        """Add a run that has ended."""
        with self._lock:
            before = self._spent.get(purpose, Spent())
            self._spent[purpose] = Spent(
                before.runs + 1, before.cpu_s + cpu_s, before.wall_s + wall_s
            )

    def spent(self) -> Mapping[Purpose, Spent]:
        """Return what the runs took until now, in the order of `Purpose`."""
        with self._lock:
            known = dict(self._spent)
        return {purpose: known[purpose] for purpose in Purpose if purpose in known}
