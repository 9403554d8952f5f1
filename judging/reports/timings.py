"""The table of `--timings`: where the time of a command went, and the least it could be.

The least is its floor: the CPU time of all programs, divided by the cores that could run
them.
"""

from collections.abc import Mapping, Sequence

from judging.core.timings import Purpose, Spent
from judging.reports.textkit import labelled, table
from judging.reports.wording import counted
from judging.values import Value

_INDENT = "  "
_LABEL_WIDTH = len("floor  ")
_RIGHT = (1, 2, 3)
_IDLE = "of the cores' time, or taken by other programs"


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


def render(timings: Timings) -> str:
    """Return a row for each purpose of programs and for the judge itself, then the floor
    and what the command took."""
    rows = [("where the time went", "runs", "CPU s", "wall s")]
    for purpose, spent in timings.spent.items():
        rows.append(
            (
                f"{_INDENT}{purpose}",
                f"{spent.runs:,}",
                f"{spent.cpu_s:.2f}",
                f"{spent.wall_s:.2f}",
            )
        )
    # The launchers of a cluster's nodes may be children of this process or not.
    if not timings.elsewhere:
        rows.append((f"{_INDENT}sandbox", "", f"{timings.sandbox_cpu_s:.2f}", ""))
    rows.append((f"{_INDENT}judge", "", f"{timings.judge_cpu_s:.2f}", ""))
    lines = [*table(rows, _RIGHT), *_summary(timings)]
    return "\n".join(lines) + "\n"


def _summary(timings: Timings) -> Sequence[str]:
    took = f"{timings.wall_s:.2f} s"
    if timings.elsewhere:
        uncounted = "programs that nodes of the cluster ran are not counted"
        return [_line("took", took), _line("note", uncounted)]
    if not timings.floor_s:
        return [_line("took", took)]
    programs = f"{timings.programs_cpu_s:.2f} s of CPU time of programs"
    cores = counted(timings.cores, "core")
    ratio = timings.wall_s / timings.floor_s
    return [
        _line("floor", f"{timings.floor_s:.2f} s: {programs} on {cores}"),
        _line("took", f"{took}, {ratio:.2f} times the floor"),
        _line("idle", f"{timings.idle_share:.0%} {_IDLE}"),
    ]


def _line(label: str, value: str) -> str:
    return labelled(label, value, _LABEL_WIDTH)
