"""The table of `--timings`: where the time of a command went, and the least it could be."""

from collections.abc import Sequence

from judging.core.timings import Timings
from judging.reports.textkit import labelled, table
from judging.reports.wording import counted

_INDENT = "  "
_LABEL_WIDTH = len("floor  ")
_RIGHT = (1, 2, 3)
_IDLE = "of the cores' time, or taken by other programs"


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
