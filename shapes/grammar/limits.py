"""The limits within which all inputs of a grammar are made, and how they read in words."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Collection, Iterable, NamedTuple

from .parsing import Node
from .word_sets import WordSet


@dataclass(frozen=True)
class Reach:
    """How far sizes and other values go; the head of exhaustive.py explains it."""

    sizes: int = 1
    values: int = 1

    @property
    def characters(self) -> int:
        """How many characters of each set a word may have."""
        return self.values + 1

    def raised(self, name: str) -> Reach:
        """Return the next larger one, in `sizes` or in `values`."""
        if name == "sizes":
            return replace(self, sizes=self.sizes + 1)
        # In larger steps from 4 on: each one makes the inputs of all before it again.
        return replace(self, values=self.values + 1 + self.values // 4)


class _Range(NamedTuple):
    """The integers that a command may read, and those of them that it reads here."""

    low: int
    high: int
    kept_low: int
    kept_high: int


class _Words(NamedTuple):
    longest: int
    has_longer: bool
    has_others: bool


@dataclass
class Limits:
    """Which values commands read within a reach. It notes what it leaves out.

    sizes: the names of the variables that say how many or how long.
    """

    reach: Reach
    sizes: Collection[str]
    _ranges: dict[str, set[_Range]] = field(default_factory=dict)
    _words: dict[str, set[_Words]] = field(default_factory=dict)
    _cuts_rounds: bool = False

    def numbers(self, node: Node, low: Any, high: Any) -> tuple[int, int]:
        """Return the bounds of the integers that an INT reads; the second one is less if
        there are none. Raise TypeError if the grammar's bounds are no integers."""
        if not isinstance(low, int) or not isinstance(high, int):
            raise TypeError("INT needs integers")
        nearest = max(low, min(0, high))
        name = _name(node)
        reach = self._reach_of(name)
        kept = _Range(low, high, max(low, nearest - reach), min(high, nearest + reach))
        self._ranges.setdefault(name, set()).add(kept)
        return kept.kept_low, kept.kept_high

    def words(self, node: Node, words: WordSet) -> None:
        """Note the words that a REGEX reads."""
        kept = _Words(words.longest, words.has_longer, words.has_others)
        self._words.setdefault(_name(node), set()).add(kept)

    def rounds(self, number: int) -> bool:
        """Return whether a WHILE may go on after so many rounds."""
        if number >= self.reach.sizes:
            self._cuts_rounds = True
        return number < self.reach.sizes

    def cut(self) -> set[str]:
        """Return which reach leaves out inputs: `sizes`, `values`."""
        found = set()
        for name, ranges in self._ranges.items():
            if any(_is_cut(each) for each in ranges):
                found.add("sizes" if name in self.sizes else "values")
        for words in self._words.values():
            if any(each.has_longer for each in words):
                found.add("sizes")
            if any(each.has_others for each in words):
                found.add("values")
        if self._cuts_rounds:
            found.add("sizes")
        return found

    def stated(self) -> tuple[str, ...]:
        """Return the limits in words; nothing where none leaves out an input."""
        found = []
        for name, ranges in self._ranges.items():
            if any(_is_cut(each) for each in ranges):
                label = name or "each number without a name"
                found.append(_range_in_words(label, ranges, self._reach_of(name)))
        for name, words in self._words.items():
            label = name or "each word without a name"
            if any(each.has_longer for each in words):
                found.append(f"{label} of at most {self._length(words)}")
            if any(each.has_others for each in words):
                count = self.reach.characters
                found.append(f"{label} of the first {count} characters of each set")
        if self._cuts_rounds:
            found.append(f"at most {_counted(self.reach.sizes, 'round')} of each WHILE")
        return tuple(found)

    def _reach_of(self, name: str) -> int:
        return self.reach.sizes if name in self.sizes else self.reach.values

    def _length(self, words: Collection[_Words]) -> str:
        lengths = {each.longest for each in words if each.has_longer}
        longest = max(lengths)
        if len(lengths) == 1 and all(each.longest <= longest for each in words):
            return _counted(longest, "character")
        more = _counted(self.reach.sizes, "character")
        return f"{more} more than it needs"


def _name(node: Node) -> str:
    return node.target.value if node.target else ""


def _is_cut(kept: _Range) -> bool:
    return kept.kept_low > kept.low or kept.kept_high < kept.high


def _range_in_words(label: str, ranges: Iterable[_Range], reach: int) -> str:
    """Return the limits of a number as bounds, where these say the same for all ranges."""
    least = set()
    greatest = set()
    for kept in ranges:
        if kept.kept_low > kept.low:
            least.add(kept.kept_low)
        if kept.kept_high < kept.high:
            greatest.add(kept.kept_high)
    same = len(least) <= 1 and len(greatest) <= 1
    for kept in ranges:
        same = same and all(kept.kept_low >= bound for bound in least)
        same = same and all(kept.kept_high <= bound for bound in greatest)
    if not same:
        return f"{label} at most {reach} from the value nearest to 0 that it may have"
    words = label
    if least:
        [bound] = least
        words = f"{bound} <= {label}" if greatest else f"{label} >= {bound}"
    if greatest:
        [bound] = greatest
        words = f"{words} <= {bound}"
    return words


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
