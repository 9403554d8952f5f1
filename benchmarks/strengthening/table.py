"""The tables of `benchmarks/strengthen.py`, from its rows: one for each package and seed.

Only unseen submissions count that the setters' data kill too. A cell has the mean over the
seeds: those that give wrong answers or crash, `+`, those that are too slow or too large.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

GOAL, GOAL_AT_CEILING = 0.75, 0.9
CHOSEN = "strengthen"  # the choice with as many tests as the setters have
CEILING = "ceiling"
UNIFORM = "uniform"
_RESAMPLES = 2000
Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Share:
    """A share of the setters' kills, and its interval of 95 %: the unseen submissions are
    drawn again, each with all of its seeds."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.0%} ({self.low:.0%} to {self.high:.0%})"


def tables(rows: Sequence[Row]) -> str:
    """Return everything that is published of a round, as Markdown."""
    parts = [
        packages_table(rows),
        streams_table(rows),
        shares_table(rows),
        goals(rows),
        left(rows),
    ]
    return "\n\n".join("\n".join(part) for part in parts)


def packages_table(rows: Sequence[Row]) -> list[str]:
    """Return a line for each package: what each kind of tests kills."""
    ways = (CEILING, "strengthen, 10", "strengthen, 25", CHOSEN, UNIFORM)
    lines = markdown_head(
        ["package", "unseen", "setters: kills, tests", *ways, "tests", "CPU, s"]
    )
    for package, own in by_package(rows).items():
        first = own[0]
        unseen = set(first["unseen"])
        setters = set(first["setters"]["kills"])
        cells = [
            short(package),
            kinds(unseen, [unseen], first),
            f"{kinds(setters, [setters], first)}, {first['setters']['tests']}",
            *(kinds(setters, [killed(row, way) for row in own], first) for way in ways),
            f"{mean(row['ways'][CHOSEN]['tests'] for row in own):.0f}",
            f"{mean(row['cpu_s'] for row in own):.0f}",
        ]
        lines.append(markdown_line(cells))
    return lines


def streams_table(rows: Sequence[Row]) -> list[str]:
    """Return a line for each package: what is killed if a stream is left out."""
    streams = sorted(
        {way for row in rows for way in row["ways"] if way.startswith("without ")}
    )
    names = [stream.removeprefix("without ") for stream in streams]
    lines = markdown_head(["left out", "nothing", *names])
    for package, own in by_package(rows).items():
        first = own[0]
        setters = set(first["setters"]["kills"])
        cells = [short(package)]
        for way in (CHOSEN, *streams):
            is_there = any(way in row["ways"] for row in own)
            found = [killed(row, way) for row in own]
            cells.append(kinds(setters, found, first) if is_there else "")
        lines.append(markdown_line(cells))
    return lines


def shares_table(rows: Sequence[Row]) -> list[str]:
    """Return a line for each way to choose: its share of all kills of the setters."""
    ways = [CEILING, *dict.fromkeys(way for row in rows for way in row["ways"])]
    lines = markdown_head(["of the setters' kills", "all", "wrong", "slow"])
    for way in ways:
        shares = [
            share(rows, way),
            share(rows, way, lambda is_slow: not is_slow),
            share(rows, way, lambda is_slow: is_slow),
        ]
        lines.append(markdown_line([way, *map(str, shares)]))
    return lines


def goals(rows: Sequence[Row]) -> list[str]:
    """Return a line for each goal: whether it is met."""
    reachable = []
    below = []
    for package, own in by_package(rows).items():
        if share(own, CEILING).mean >= GOAL_AT_CEILING:
            reachable += own
        if share(own, CHOSEN).mean < share(own, UNIFORM).mean:
            below.append(short(package))
    names = ", ".join(map(short, by_package(reachable))) or "none"
    return [
        goal(f"{GOAL:.0%} of the setters' kills", share(rows, CHOSEN), GOAL),
        goal(
            f"{GOAL_AT_CEILING:.0%} where the ceiling allows it ({names})",
            share(reachable, CHOSEN),
            GOAL_AT_CEILING,
        ),
        f"- never below uniform: {'NOT MET: ' + ', '.join(below) if below else 'met'}",
    ]


def goal(text: str, found: Share, least: float) -> str:
    return f"- {text}: {found}, {'met' if found.mean >= least else 'NOT MET'}"


def left(rows: Sequence[Row]) -> list[str]:
    """Return a line for each submission that the setters' data kill and the chosen tests
    do not in every search: in how many, and why."""
    lines = []
    for package, own in by_package(rows).items():
        for path in own[0]["setters"]["kills"]:
            missed = [row for row in own if path not in killed(row, CHOSEN)]
            if missed:
                reached = sum(path in killed(row, CEILING) for row in missed)
                lines.append(
                    f"- {short(package)}: {path}: not killed in {len(missed)} of "
                    f"{len(own)} searches; in {reached} of these, an input kills it that "
                    "was not chosen"
                )
    return lines


def share(
    rows: Sequence[Row], way: str, counts: Callable[[bool], bool] = lambda _: True
) -> Share:
    """Return the share of the setters' kills that one kind of tests has.

    counts: says of a submission, by whether it must be too slow, whether it counts.
    """
    hits: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for row in rows:
        for path in row["setters"]["kills"]:
            if counts(row["unseen"][path]):
                hits[row["package"], path].append(path in killed(row, way))
    shares = [sum(found) / len(found) for found in hits.values()]
    if not shares:
        return Share(0.0, 0.0, 0.0)
    draw = random.Random(0)
    means = sorted(mean(draw.choices(shares, k=len(shares))) for _ in range(_RESAMPLES))
    edge = _RESAMPLES // 40  # 2.5 % on each side
    return Share(mean(shares), means[edge], means[-edge - 1])


def killed(row: Row, way: str) -> set[str]:
    """Return what one kind of tests kills in one search."""
    if way == CEILING:
        return set(row["ceiling"])
    # A stream that a package does not have is not missed there.
    shown = row["ways"].get(way, row["ways"][CHOSEN])
    return set(shown["kills"])


def kinds(counted: Collection[str], found: Iterable[Collection[str]], row: Row) -> str:
    """Return a cell: the means of wrong and of slow submissions among those counted."""
    slow = {path for path, is_slow in row["unseen"].items() if is_slow}
    shared = [set(paths) & set(counted) for paths in found]
    wrong_mean = mean(len(paths - slow) for paths in shared)
    slow_mean = mean(len(paths & slow) for paths in shared)
    return f"{wrong_mean:.3g} + {slow_mean:.3g}"


def by_package(rows: Iterable[Row]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["package"]].append(row)
    return found


def short(package: str) -> str:
    return package.rpartition("/")[2]


def markdown_head(cells: Sequence[str]) -> list[str]:
    return [markdown_line(cells), "|---" * len(cells) + "|"]


def markdown_line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
