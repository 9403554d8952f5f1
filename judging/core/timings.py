"""Where the time of a command went: what its programs took, by what they ran for.

A sandbox adds each run to the `Tally` of the command. `Timings` compares the whole with
its floor: the CPU time of all programs, divided by the cores that could run them.
"""

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


class Timings(Value):
    """The time of a command.

    spent: what its programs took.
    wall_s: from its start to its end.
    judge_cpu_s: the CPU time of the judge's own process.
    children_cpu_s: that of all processes that the judge started: launchers, what they
        ran, and others such as git.
    cores: how many cores could run its programs side by side.
    elsewhere: nodes of a cluster ran programs too, which are not counted.
    """

    spent: Mapping[Purpose, Spent]
    wall_s: float
    judge_cpu_s: float
    children_cpu_s: float
    cores: int
    elsewhere: bool = False

    @property
    def programs_cpu_s(self) -> float:
        return sum(each.cpu_s for each in self.spent.values())

    @property
    def floor_s(self) -> float:
        """The wall time of a command whose programs keep every core busy, and which does
        nothing else."""
        return self.programs_cpu_s / self.cores

    @property
    def sandbox_cpu_s(self) -> float:
        """What starting and isolating programs took. The kernel and a control group
        measure in different ways, so a small difference may be negative."""
        return max(0.0, self.children_cpu_s - self.programs_cpu_s)

    @property
    def idle_share(self) -> float:
        """The share of the cores' time in which nothing of this command ran."""
        busy_s = self.programs_cpu_s + self.sandbox_cpu_s + self.judge_cpu_s
        return max(0.0, 1.0 - busy_s / (self.wall_s * self.cores))
