"""Find the fewest tests that do what all tests do together: minimum set cover.

Sets are bit masks: bit o of `sets[t]` is set if test t meets obligation o.
"""

import functools
import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from judging.values import Value

# After so many nodes of the search tree, return the best cover so far: set cover is
# NP-hard, so no search ends soon on every matrix. The report says when it was too few.
NODES = 200_000


class Cover(Value):
    """The indices of the chosen sets, ascending. `exact`: no smaller cover exists."""

    chosen: tuple[int, ...]
    exact: bool


def smallest_cover(sets: Sequence[int], nodes: int = NODES) -> Cover:
    """Return the fewest of `sets` with the same union as all; always the same ones.

    Branch and bound: leave out dominated sets and obligations, then branch on the
    obligation with the fewest sets. Cut a branch if obligations that share no set show
    that it cannot beat the best cover so far. The search starts from the greedy cover,
    which is at most ln(n) + 1 times as large as the smallest; if `nodes` do not suffice,
    return the best cover found.
    """
    universe = _union(sets)
    # A set that is part of another lacks all that the other lacks.
    lacking = {t: universe & ~met for t, met in enumerate(sets) if met}
    kept = {t: sets[t] for t in _minimal(lacking)}
    holders: dict[int, list[int]] = {}
    for o in _bits(universe):
        holders[o] = [t for t, met in kept.items() if met >> o & 1]
    # An obligation whose sets include all sets of another is met whenever that other one is.
    needed = _minimal({o: _mask(held) for o, held in holders.items()})
    search = _Search(kept, holders, nodes, _greedy(sets, universe))
    search.explore(_mask(needed), [])
    return Cover(tuple(sorted(search.best)), search.nodes > 0)


def _greedy(sets: Sequence[int], universe: int) -> list[int]:
    """Return a cover: always the set that meets most of what is missing; of several the
    first."""
    chosen = []
    missing = universe
    while missing:
        best = max(range(len(sets)), key=lambda t: ((sets[t] & missing).bit_count(), -t))
        chosen.append(best)
        missing &= ~sets[best]
    return chosen


def _minimal(masks: Mapping[int, int]) -> list[int]:
    """Return the keys of the masks that include no other mask; of equal masks the first."""
    kept: list[int] = []
    # Smaller masks first: only a mask that was kept already can be part of the next one.
    for key in sorted(masks, key=lambda key: (masks[key].bit_count(), key)):
        if not any(masks[other] & ~masks[key] == 0 for other in kept):
            kept.append(key)
    return kept


@dataclass(slots=True)
class _Search:
    """The search for a smaller cover; `holders` are the sets that meet each obligation."""

    sets: dict[int, int]
    holders: dict[int, list[int]]
    nodes: int
    best: list[int]

    def explore(self, missing: int, chosen: list[int]) -> None:
        if not missing:
            if len(chosen) < len(self.best):
                self.best = list(chosen)
            return
        if self.nodes <= 0 or len(chosen) + self.lower_bound(missing) >= len(self.best):
            return
        self.nodes -= 1
        # The obligation with the fewest sets gives the fewest branches; the set that
        # meets most comes first, because a small cover that is found early cuts the
        # branches after it.
        rarest = min(_bits(missing), key=lambda o: (len(self.holders[o]), o))
        gains = {t: (self.sets[t] & missing).bit_count() for t in self.holders[rarest]}
        for t in sorted(gains, key=lambda t: (-gains[t], t)):
            self.explore(missing & ~self.sets[t], [*chosen, t])

    def lower_bound(self, missing: int) -> int:
        """Return a number of sets that `missing` needs: count obligations that share no set."""
        count = 0
        left = missing
        for o in sorted(_bits(missing), key=lambda o: (len(self.holders[o]), o)):
            if left >> o & 1:
                count += 1
                # What shares a set with this obligation does not count.
                left &= ~_union([self.sets[t] for t in self.holders[o]])
        return count


def _union(sets: Sequence[int]) -> int:
    return functools.reduce(operator.or_, sets, 0)


def _mask(bits: Iterable[int]) -> int:
    return _union([1 << bit for bit in bits])


def _bits(mask: int) -> list[int]:
    return [o for o in range(mask.bit_length()) if mask >> o & 1]
