"""The fewest tests that do what all of them do together: minimum set cover.

Sets are bit masks: bit o of `sets[t]` says that test t meets obligation o.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

NODES = 200_000  # of the search tree: after that many the best cover so far is given


@dataclass(frozen=True, slots=True)
class Cover:
    """Indices of the sets that were chosen, ascending. `exact`: no smaller choice exists."""

    chosen: tuple[int, ...]
    exact: bool


def smallest_cover(sets: Sequence[int], nodes: int = NODES) -> Cover:
    """The fewest of `sets` whose union is that of all; of several the same one every time.

    Branch and bound: first what is dominated is left out, then the obligation with the fewest sets
    is branched on, and a branch is cut where obligations that share no set show that it cannot
    beat the best so far. At first that is the greedy cover, which is at most ln(n) + 1 times as
    large as the smallest; it is the answer where `nodes` do not suffice.
    """
    universe = _union(sets)
    greedy = _greedy(sets, universe)
    search = _Search(_undominated(sets), nodes, greedy)
    search.go(_hard(universe, search.sets), [])
    return Cover(tuple(sorted(search.best)), search.nodes > 0)


def _greedy(sets: Sequence[int], universe: int) -> list[int]:
    chosen = []
    missing = universe
    while missing:
        best = max(range(len(sets)), key=lambda t: ((sets[t] & missing).bit_count(), -t))
        chosen.append(best)
        missing &= ~sets[best]
    return chosen


def _undominated(sets: Sequence[int]) -> dict[int, int]:
    """The sets that are part of no other, by index; of equal ones the first."""
    kept: dict[int, int] = {}
    order = sorted(range(len(sets)), key=lambda t: (-sets[t].bit_count(), t))
    for t in order:
        if sets[t] and not any(sets[t] & ~other == 0 for other in kept.values()):
            kept[t] = sets[t]
    return kept


def _hard(universe: int, sets: dict[int, int]) -> int:
    """The obligations of `universe` that are not met by themselves once all others are: one whose
    sets include those of another is left out."""
    holders = {o: _holders(o, sets) for o in _bits(universe)}
    kept: dict[int, int] = {}
    for o in sorted(holders, key=lambda o: (holders[o].bit_count(), o)):
        if not any(other & ~holders[o] == 0 for other in kept.values()):
            kept[o] = holders[o]
    return _union([1 << o for o in kept])


def _holders(obligation: int, sets: dict[int, int]) -> int:
    return _union([1 << t for t, met in sets.items() if met >> obligation & 1])


@dataclass(slots=True)
class _Search:
    sets: dict[int, int]
    nodes: int
    best: list[int]
    _holders_of: dict[int, list[int]] = field(default_factory=dict)

    def go(self, missing: int, chosen: list[int]) -> None:
        if not missing:
            if len(chosen) < len(self.best):
                self.best = list(chosen)
            return
        if self.nodes <= 0 or len(chosen) + self.at_least(missing) >= len(self.best):
            return
        self.nodes -= 1
        rarest = min(_bits(missing), key=lambda o: (len(self.holders(o)), o))
        for t in sorted(
            self.holders(rarest), key=lambda t: (-(self.sets[t] & missing).bit_count(), t)
        ):
            self.go(missing & ~self.sets[t], [*chosen, t])

    def at_least(self, missing: int) -> int:
        """A number of sets that `missing` needs: obligations no two of which share a set."""
        count = 0
        left = missing
        for o in sorted(_bits(missing), key=lambda o: (len(self.holders(o)), o)):
            if left >> o & 1:
                count += 1
                left &= ~_union([self.sets[t] for t in self.holders(o)])
        return count

    def holders(self, obligation: int) -> list[int]:
        if obligation not in self._holders_of:
            found = [t for t, met in self.sets.items() if met >> obligation & 1]
            self._holders_of[obligation] = found
        return self._holders_of[obligation]


def _union(sets: Sequence[int]) -> int:
    total = 0
    for each in sets:
        total |= each
    return total


def _bits(mask: int) -> list[int]:
    return [o for o in range(mask.bit_length()) if mask >> o & 1]
