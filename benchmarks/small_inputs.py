"""Do all small inputs of a grammar find faults that random draws miss?

    python benchmarks/small_inputs.py [--seeds 3]

Each planted fault is a condition on an input of one of four grammars: rows, permutations,
words, graphs. Counted are the inputs of a stream up to the first for which the condition
holds: with draws alone, and with the next of all small inputs for so many draws, as a hunt
has them. Nothing is run. Prints; asserts nothing.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from shapes.grammar import Drawer

ROW = "INT(1,200000,n) NEWLINE REPI(i,n,SPACE) INT(1,10^9,a[i]) END NEWLINE"
PERMUTATION = (
    "INT(1,100000,n) NEWLINE REPI(i,n,SPACE) INT(1,n,p[i]) END NEWLINE ASSERT(UNIQUE(p))"
)
WORDS = 'INT(1,1000,n) NEWLINE REP(2) REGEX("[a-z]+",s) NEWLINE ASSERT(STRLEN(s)==n) END'
GRAPH = """INT(2,1000,n) SPACE INT(0,5000,m) NEWLINE ASSERT(2*m<=n*(n-1))
REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) ASSERT(u[i]<v[i]) NEWLINE END
ASSERT(UNIQUE(u,v)) #@ graph u v"""
# How many of twenty draws are of which stream, as in a hunt; large inputs are left out.
SHARES = {"uniform": 10, "biased": 3, "related": 2, "small": 2}
FIRST_ROUND = 20
GROWTH = 4
ROUNDS = 4
MOST_SMALL = 2000
LONGEST = 400  # bytes of an input on which a condition is tried
MISSED = 9999  # stands for the inputs that a fault needs which none shows
# One small input for so many draws; 0: none.
EVERY = (0, 4, 2)


@dataclass(frozen=True, slots=True)
class Fault:
    """A condition on an input for which a program would be wrong."""

    name: str
    grammar: str
    holds: Callable[[list[int], list[bytes]], bool]


def pairs(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the edges of an input, sorted."""
    return sorted(zip(numbers[2::2], numbers[3::2], strict=True))


def is_product(row: list[int]) -> bool:
    """Return whether three different values are in a geometric order."""
    return len(row) == 3 and len(set(row)) == 3 and row[0] * row[1] == row[2] ** 2


def is_alternating(row: list[int]) -> bool:
    """Return whether two values alternate and a third one ends the row."""
    return len(row) == 4 and row[0] == row[2] != row[1] and row[3] not in row[:3]


def is_framed(row: list[int]) -> bool:
    """Return whether a 2 stands on each side of nothing but 1."""
    return len(row) >= 3 and row[0] == row[-1] == 2 and set(row[1:-1]) == {1}


def is_one_cycle(row: list[int]) -> bool:
    """Return whether a permutation of 5 is one cycle."""
    place = 1
    steps = 0
    while len(row) == 5 and (steps == 0 or place != 1):
        place = row[place - 1]
        steps += 1
    return steps == 5


FAULTS = [
    Fault("row: alternating, another end", ROW, lambda n, w: is_alternating(n[1:])),
    Fault("row: three that add up to 7", ROW, lambda n, w: n[0] == 3 and sum(n) == 10),
    Fault("row: geometric", ROW, lambda n, w: is_product(n[1:])),
    Fault("row: framed by 2", ROW, lambda n, w: is_framed(n[1:])),
    Fault("permutation: 2 4 1 3", PERMUTATION, lambda n, w: n[1:] == [2, 4, 1, 3]),
    Fault("permutation: 2 1 4 3", PERMUTATION, lambda n, w: n[1:] == [2, 1, 4, 3]),
    Fault("permutation: one cycle of 5", PERMUTATION, lambda n, w: is_one_cycle(n[1:])),
    Fault(
        "words: in reverse, two letters",
        WORDS,
        lambda n, w: w[1] != w[2] and w[1] == w[2][::-1] and len(set(w[1])) == 2,
    ),
    Fault(
        "words: other letter in the middle",
        WORDS,
        lambda n, w: len(w[1]) == 3 and w[1][::2] == w[2][::2] and w[1][1] != w[2][1],
    ),
    Fault(
        "graph: two edges from 1, one vertex alone",
        GRAPH,
        lambda n, w: n[0] == 4 and pairs(n) == [(1, 2), (1, 3)],
    ),
    Fault(
        "graph: two pairs, one vertex alone",
        GRAPH,
        lambda n, w: n[0] == 5 and pairs(n) == [(1, 2), (3, 4)],
    ),
    Fault(
        "graph: a triangle with a tail",
        GRAPH,
        lambda n, w: n[0] == 4 and pairs(n) == [(1, 2), (1, 3), (2, 3), (3, 4)],
    ),
]


def main() -> None:
    """Print, for each fault, after how many inputs it shows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=3)
    seeds = parser.parse_args().seeds
    found: dict[tuple[str, int], list[int]] = {}
    for grammar in (ROW, PERMUTATION, WORDS, GRAPH):
        for every, seed in itertools.product(EVERY, range(seeds)):
            for name, count in counts_of(grammar, seed, every).items():
                found.setdefault((name, every), []).append(count)
    print(f"{'fault':42}" + "".join(f"{_title(every):>16}" for every in EVERY))
    for fault in FAULTS:
        line = f"{fault.name:42}"
        for every in EVERY:
            counts = found[fault.name, every]
            missed = counts.count(MISSED)
            line += f"{statistics.median(counts):10.0f}"
            line += f"{f' -{missed}' if missed else '':6}"
        print(line)
    for every in EVERY:
        counts = [count for fault in FAULTS for count in found[fault.name, every]]
        mean = statistics.geometric_mean(counts)
        missed = counts.count(MISSED)
        total = len(counts)
        print(f"{_title(every)}: {missed} of {total} missed, geometric mean {mean:.0f}")


def _title(every: int) -> str:
    return f"small 1 in {every}" if every else "draws alone"


def counts_of(grammar: str, seed: int, every: int) -> dict[str, int]:
    """Return how many inputs are tried up to the first that shows each fault."""
    left = [fault for fault in FAULTS if fault.grammar == grammar]
    counts = {fault.name: MISSED for fault in left}
    for count, content in enumerate(stream(grammar, seed, every), 1):
        if len(content) > LONGEST:
            continue
        words = content.split()
        numbers = [int(word) for word in words if word.isdigit()]
        for fault in list(left):
            if fault.holds(numbers, words):
                counts[fault.name] = count
                left.remove(fault)
        if not left:
            break
    return counts


def stream(grammar: str, seed: int, every: int) -> Iterator[bytes]:
    """Yield the inputs of some rounds as a hunt has them, without tests and generators."""
    drawer = Drawer(grammar, {})
    small = drawer.inputs("exhaustive", "", MOST_SMALL)
    seen: set[bytes] = set()
    size = FIRST_ROUND
    for number in range(ROUNDS):
        made = []
        for place, (name, share) in enumerate(SHARES.items()):
            count = max(1, size * share // 20)
            made += [
                each.content
                for each in drawer.inputs(name, f"{seed} {number} {place}", count)
            ]
        if every and number:
            fresh = (each.content for each in small if each.content not in seen)
            made += itertools.islice(fresh, size // every)
        for content in sorted(made, key=len):
            if content not in seen:
                seen.add(content)
                yield content
        size *= GROWTH


if __name__ == "__main__":
    main()
