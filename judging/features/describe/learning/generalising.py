"""Widen a narrow guess step by step, as far as the validators accept what is drawn from it.

The first guess says only what all tests have, so that what is drawn from it is valid. Each
step changes one thing in it, and draws inputs that the guess before did not allow. If one is
valid, the change stays.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from math import isqrt

from judging.features.describe.learning.frames import Frame, MismatchError
from judging.features.describe.learning.model import GRAPHS, UNBOUNDED, Model, Slot
from judging.features.describe.learning.probing import OutOfProbesError, Prober
from judging.features.describe.learning.relations import holds, sum_of, weaker
from judging.features.describe.learning.searching import (
    LARGEST_SIZE,
    highest,
    largest_size,
    lowest,
)
from judging.features.describe.tree import Kind, Relation, Source

# Sizes up to which rules are tried: enough for each to be broken.
_MODERATE = 7
# Smaller sizes than these are tried one by one.
_SMALL = 4
# A value at a bound is drawn from a range of so many, beside which rows have room.
_WINDOW = 12
_SUMS = (Kind.SUM_AT_MOST, Kind.SUM_IS)
_CLASSES = (
    string.ascii_lowercase,
    string.ascii_uppercase,
    string.digits,
)
_MOST_DECIMALS = 12


def _any(frame: Frame) -> bool:
    return True


@dataclass
class Learner:
    """A guess that becomes wider.

    hints: numbers that may be bounds.
    """

    prober: Prober
    model: Model
    hints: tuple[int, ...]

    def widen(self) -> Model:
        """Return the widest guess; with a note if the budget ended before."""
        try:
            for step in (
                self._weaken_relations,
                self._widen_values,
                self._vary_sizes,
                self._drop_bounds_by_values,
                self._weaken_relations,
                self._widen_values,
                self._drop_bounds_by_values,
                self._widen_single_values,
                self._widen_words,
                self._widen_sizes,
                self._bound_products,
                self._widen_sums,
                self._free_constants,
            ):
                self._take(step)
            self._check()
        except OutOfProbesError:
            self._note("the budget of probes ended before all was known")
        return self.model

    def _take(self, step: Callable[[], None]) -> None:
        """Take a step. What it has found stays, if the tests have something that no format
        of numbers and words has."""
        try:
            step()
        except MismatchError as fault:
            self._note(f"a part is known less well than it could be: {fault}")

    def liveliness(self) -> int:
        """Return how many sizes can be changed without the input becoming invalid."""
        lively = 0
        for name in self.model.counters():
            slot = self.model.slots[name]
            base = self._without_sums()
            for size in (slot.high + 1, slot.low - 1, slot.high + 2):
                if size >= 0 and self._allows(base.pin(name, size)):
                    lively += 1
                    break
        return lively

    # Relations

    def _weaken_relations(self) -> None:
        waiting = [each for each in self.model.relations if each.kind not in _SUMS]
        while waiting:
            relation = waiting.pop(0)
            if not self._is_left(relation):
                continue
            self._replace(relation, (self._judged(relation),))
            for others in weaker(relation):
                changed = self._with(relation, others)
                found = self._allows(changed, _breaks(relation))
                if found:
                    self.model = changed
                    waiting = [*others, *waiting]
                    break
        for relation in self.model.relations:
            if relation.kind is Kind.SUM_IS and self._allows(
                self._with(relation, ()), _breaks(relation)
            ):
                self.model = self._with(relation, ())

    def _is_left(self, relation: Relation) -> bool:
        key = (relation.kind, relation.names)
        return key in {(each.kind, each.names) for each in self.model.relations}

    def _judged(self, relation: Relation) -> Relation:
        """Return a relation with what is known of it: whether inputs without it are valid."""
        broken = [
            text
            for others in weaker(relation)
            for text in self.prober.drawn(
                self._with(relation, others), 2, _breaks(relation)
            )
        ]
        said = f"{len(broken)} inputs without it are invalid" if broken else ""
        return replace_relation(relation, bool(broken), said)

    def _with(self, relation: Relation, others: tuple[Relation, ...]) -> Model:
        """Return the model with other relations in place of one."""
        kept: list[Relation] = []
        for each in self.model.relations:
            if (each.kind, each.names) == (relation.kind, relation.names):
                kept += others
            else:
                kept.append(each)
        unique: dict[tuple[Kind, tuple[str, ...]], Relation] = {}
        for each in kept:
            unique.setdefault((each.kind, each.names), each)
        return replace(self.model, relations=tuple(unique.values()))

    def _replace(self, relation: Relation, others: tuple[Relation, ...]) -> None:
        self.model = self._with(relation, others)

    # Values

    def _widen_values(self) -> None:
        counters = {*self.model.counters()}
        for name in [*self.model.slots]:
            slot = self.model.slots[name]
            if name in counters or slot.kind == "word":
                continue
            self._widen_value(slot)
            if slot.kind == "real":
                self._widen_decimals(name)

    def _widen_single_values(self) -> None:
        """Widen the numbers outside of loops again, where others bounded them before."""
        counters = {*self.model.counters()}
        for name in [*self.model.slots]:
            slot = self.model.slots[name]
            if slot.kind == "int" and not slot.loops and name not in counters:
                self._widen_value(slot)

    def _widen_value(self, slot: Slot) -> None:
        name = slot.name
        if slot.high < UNBOUNDED:
            high = highest(slot.high, self._at(name, "high"), self.hints)
            self.model = self.model.with_slot(name, high=high)
        if slot.low > -UNBOUNDED:
            low = lowest(slot.low, self._at(name, "low"), self.hints)
            self.model = self.model.with_slot(name, low=low)

    def _at(self, name: str, end: str) -> Callable[[int], bool | None]:
        """Return a function that says whether a value may be a number beyond an end."""

        def allowed(number: int) -> bool | None:
            slot = self.model.slots[name]
            wanted = _has(name, number)
            # At first from a range beside the end, where such a value is drawn more often.
            near = {"low": max(slot.low, number - _WINDOW), "high": number}
            wide = {"low": slot.low, "high": number}
            if end == "low":
                near = {"low": number, "high": min(slot.high, number + _WINDOW)}
                wide = {"low": number, "high": slot.high}
            if not slot.loops:
                near = {"low": number, "high": number}
            for ends in (near, wide):
                changed = self.model.with_slot(name, **ends)
                found = self._allows(changed, wanted)
                if found is not None:
                    break
            return found

        return allowed

    def _widen_decimals(self, name: str) -> None:
        for step in (-1, 1):
            while True:
                fewest, most = self.model.slots[name].decimals
                digits = most + 1 if step > 0 else fewest - 1
                if not 0 <= digits <= _MOST_DECIMALS:
                    break
                changed = self.model.with_slot(name, decimals=(digits, digits))
                if not self._allows(changed):
                    break
                wider = (min(fewest, digits), max(most, digits))
                self.model = self.model.with_slot(name, decimals=wider)

    # Sizes

    def _vary_sizes(self) -> None:
        """Let sizes be small, and large enough for rules to be broken."""
        for name in self.model.counters():
            slot = self.model.slots[name]

            def allowed(size: int, name: str = name) -> bool | None:
                return self._allows(self._without_sums().pin(name, size))

            low = slot.low
            for size in range(min(low, _SMALL)):
                if allowed(size):
                    low = size
                    break
            high = slot.high
            for size in range(_MODERATE, high, -1):
                if allowed(size):
                    high = size
                    break
            self.model = self.model.with_slot(name, low=low, high=high)
            self._raise_sums(name)
        if self.model.is_open:
            self._widen_rounds(_MODERATE)

    def _widen_rounds(self, most: int) -> None:
        """Let a loop that no number counts run as often as is valid, up to a number."""

        def allowed(rounds: int) -> bool | None:
            return self._allows(
                replace(self._without_sums(), rounds=(rounds, rounds)), count=1
            )

        low, high = self.model.rounds
        for rounds in range(min(low, _SMALL)):
            if allowed(rounds):
                low = rounds
                break
        if most <= _MODERATE:
            for rounds in range(most, high, -1):
                if allowed(rounds):
                    high = rounds
                    break
        else:
            high = largest_size(high, allowed, self.hints)
        self.model = replace(self.model, rounds=(low, high))

    def _raise_sums(self, name: str) -> None:
        """Let the sum over the cases be as large as the largest single one."""
        high = self.model.slots[name].high
        relations = []
        for relation in self.model.relations:
            is_sum = relation.kind is Kind.SUM_AT_MOST and relation.names == (name,)
            if is_sum and int(relation.bound) < high:
                relations.append(Relation(relation.kind, relation.names, str(high)))
            else:
                relations.append(relation)
        self.model = replace(self.model, relations=tuple(relations))

    def _without_sums(self) -> Model:
        """Return the model without bounds of sums: what is drawn is small besides."""
        kept = []
        for each in self.model.relations:
            if each.kind is not Kind.SUM_AT_MOST:
                kept.append(each)
        return replace(self.model, relations=tuple(kept))

    def _widen_sizes(self) -> None:
        for name in self.model.counters():
            slot = self.model.slots[name]
            allowed = self._size_allowed(name)
            high = largest_size(slot.high, allowed, self.hints)
            low = slot.low
            for size in range(min(low, _SMALL)):
                if allowed(size):
                    low = size
                    break
            self.model = self.model.with_slot(name, low=low, high=high)
            if high >= LARGEST_SIZE and allowed(high + 1) is not False:
                self._note(f"sizes above {high} were not tried")
            self._raise_sums(name)
        if self.model.is_open:
            self._widen_rounds(LARGEST_SIZE)

    def _size_allowed(self, name: str) -> Callable[[int], bool | None]:
        def allowed(size: int) -> bool | None:
            base = self._alone(name).pin(name, size)
            partners = self._partners(name)
            for other in partners:
                high = max(base.slots[other].high, 2 * size)
                base = base.with_slot(other, high=high)
            smallest = base
            for other in self.model.counters():
                if other not in (name, *partners):
                    least = max(1, base.slots[other].low)
                    smallest = smallest.pin(other, least)
            # A product of sizes may be bounded; but one size may bound another, too.
            if smallest == base:
                return self._allows(base, count=1)
            return self._allows(smallest, count=1) or self._allows(base, count=1)

        return allowed

    def _partners(self, name: str) -> list[str]:
        """Return the other one of the numbers of vertices and of edges of a graph, which
        must grow together."""
        found: list[str] = []
        for relation in self.model.relations:
            if relation.kind not in GRAPHS or not relation.bound:
                continue
            count = self.model.count_of(relation.names[0])
            pair = [*count, relation.bound]
            if name in pair:
                found += [each for each in pair if each not in (name, *found)]
        return found

    def _alone(self, name: str) -> Model:
        """Return the model with as few iterations of the loops around a value as there can
        be, and without bounds of their sums."""
        model = self._without_sums()
        for other in self._cases_around(name):
            model = model.pin(other, max(1, self.model.slots[other].low))
        return model

    def _cases_around(self, name: str) -> list[str]:
        outer = self.model.slots[name].loops
        found = []
        for other in self.model.counters():
            if outer and len(self.model.slots[other].loops) < len(outer):
                found.append(other)
        return found

    def _bound_products(self) -> None:
        """Find what bounds the product of two sizes, as of a grid."""
        for pair in self.model.factors():
            first, second = (self.model.slots[name] for name in pair)
            most = first.high * second.high
            if most > LARGEST_SIZE:
                most = LARGEST_SIZE
            allowed = self._product_allowed(pair)
            if allowed(most) is not False:
                continue
            good = max(first.high * max(1, second.low), second.high * max(1, first.low))
            hints = [hint for hint in self.hints if hint < most]
            bound = highest(good, allowed, hints, largest=most)
            said = f"a product of {bound + 1} or little more is invalid"
            relation = Relation(
                Kind.PRODUCT_AT_MOST, pair, str(bound), source=Source("", said)
            )
            self.model = replace(self.model, relations=(*self.model.relations, relation))

    def _product_allowed(self, pair: tuple[str, str]) -> Callable[[int], bool | None]:
        """Return a function that says whether the product of two sizes may be a number, or
        the next one that is a product."""
        first, second = (self.model.slots[name] for name in pair)

        def allowed(product: int) -> bool | None:
            factors = _factors(product, first.high, second.high)
            if factors is None:
                return None
            model = self._without_sums()
            for other in self.model.counters():
                model = model.pin(other, max(1, model.slots[other].low))
            for slot, factor in zip((first, second), factors, strict=True):
                if factor < slot.low:
                    return None
                model = model.pin(slot.name, factor)
            return self._allows(model, count=1)

        return allowed

    def _widen_sums(self) -> None:
        for relation in self.model.relations:
            if relation.kind is Kind.SUM_AT_MOST:
                self._widen_sum(relation)

    def _widen_sum(self, relation: Relation) -> None:
        [name] = relation.names
        cases = self._cases_around(name)
        if not cases:
            self._replace(relation, ())
            return
        # The outermost loop has the cases.
        [*_, times] = sorted(cases, key=lambda each: -len(self.model.slots[each].loops))
        most = self.model.slots[name].high
        good = max(int(relation.bound), most)
        several = 2
        bad = 0
        while several <= self.model.slots[times].high and several * most <= LARGEST_SIZE:
            found = self._sum_allowed(name, times, several, several * most)
            if found is None:
                break
            if not found:
                bad = several * most
                break
            good = several * most
            several *= 2
        if not bad:
            self._replace(relation, ())
            return
        hints = [*self.hints, bad]

        def allowed(total: int) -> bool | None:
            return total < bad and self._sum_allowed(name, times, several, total)

        bound = highest(good, allowed, hints, largest=bad)
        said = f"{bound + 1} in all is invalid"
        changed = Relation(relation.kind, (name,), str(bound), source=Source("", said))
        self._replace(relation, (changed,))

    def _sum_allowed(
        self, name: str, times: str, several: int, total: int
    ) -> bool | None:
        slot = self.model.slots[name]
        model = self._without_sums().pin(times, several)
        if total == several * slot.high:
            full = model.with_slot(name, low=slot.high)
            return self._allows(full, _has_sum(total, name), count=1)
        exact = Relation(Kind.SUM_IS, (name,), str(total))
        model = replace(model, relations=(*model.relations, exact))
        return self._allows(model, _has_sum(total, name), count=1)

    # Bounds by other values

    def _drop_bounds_by_values(self) -> None:
        for name in [*self.model.slots]:
            for limit in self.model.slots[name].at_least:
                self._try_without_least(name, limit)
        for name in [*self.model.slots]:
            for limit in self.model.slots[name].at_most:
                self._try_without(name, limit)

    def _try_without(self, name: str, limit: str) -> None:
        slot = self.model.slots[name]
        other = limit.removesuffix(" - 1")
        kept = tuple(each for each in slot.at_most if each != limit)
        if limit != other:
            looser = tuple(other if each == limit else each for each in slot.at_most)
            changed = self.model.with_slot(name, at_most=looser)
            equal = _compares(name, other, lambda value, most: value == most)
            if not self._allows(self._roomy(changed, name), equal):
                return
            self.model = changed
            slot = self.model.slots[name]
        changed = self.model.with_slot(name, at_most=kept)
        more = _compares(name, other, lambda value, most: value > most)
        roomy = self._roomy(changed, name)
        found = self._allows(self._with_small(roomy, name, other), more)
        if found is None:
            found = self._allows(roomy, more)
        if found:
            high = slot.high if slot.high < UNBOUNDED else self._moderate(name)
            self.model = self.model.with_slot(name, at_most=kept, high=high)

    def _try_without_least(self, name: str, limit: str) -> None:
        other = limit.removesuffix(" + 1")
        if limit != other:
            least = tuple(
                other if each == limit else each
                for each in self.model.slots[name].at_least
            )
            changed = self.model.with_slot(name, at_least=least)
            equal = _compares(name, other, lambda value, least: value == least)
            if not self._allows(changed, equal):
                return
            self.model = changed
        kept = tuple(each for each in self.model.slots[name].at_least if each != other)
        changed = self.model.with_slot(name, at_least=kept)
        less = _compares(name, other, lambda value, least: value < least)
        low = changed.slots[name].low
        near = changed.with_slot(name, high=low + 2)
        if self._allows(near, less):
            self.model = changed

    def _with_small(self, model: Model, name: str, other: str) -> Model:
        """Return the model with one size as small as it can be, and with those that bound a
        value as large, so that the value becomes larger than the size."""
        counters = self.model.counters()
        if other in counters:
            model = model.pin(other, max(1, model.slots[other].low))
        for limit in model.slots[name].at_most:
            most = limit.removesuffix(" - 1")
            if most in counters and most != other:
                model = model.pin(most, model.slots[most].high)
        return model

    def _roomy(self, model: Model, name: str) -> Model:
        """Return the model with room for values a little above those so far."""
        slot = model.slots[name]
        if slot.high >= UNBOUNDED and not slot.at_most:
            return model.with_slot(name, high=self._moderate(name) + 3)
        if slot.high < UNBOUNDED:
            return model.with_slot(name, high=max(slot.high, self._moderate(name) + 3))
        return model

    def _moderate(self, name: str) -> int:
        highs = [self.model.slots[other].high for other in self.model.slots[name].scope]
        return max((high for high in highs if high < UNBOUNDED), default=_MODERATE)

    def _free_constants(self) -> None:
        """Drop constant bounds of values that others bound, where larger ones are valid."""
        for name in [*self.model.slots]:
            slot = self.model.slots[name]
            if slot.kind != "int" or not slot.at_most or slot.high >= UNBOUNDED:
                continue
            above = _compares_constant(name, slot.high)
            changed = self.model.with_slot(name, high=UNBOUNDED)
            for other in self.model.counters():
                if other in (each.removesuffix(" - 1") for each in slot.at_most):
                    high = self.model.slots[other].high
                    changed = changed.pin(other, min(high, max(1000, 2 * slot.high)))
            if self._allows(changed, above):
                self.model = self.model.with_slot(name, high=UNBOUNDED)

    # Words

    def _widen_words(self) -> None:
        for name in [*self.model.slots]:
            if self.model.slots[name].kind != "word":
                continue
            self._widen_letters(name)
            slot = self.model.slots[name]
            if slot.equal:
                changed = self.model.with_slot(name, equal="")
                other = _differs_in_length(name, slot.equal)
                if not self._allows(changed, other):
                    continue
                self.model = changed
            high = largest_size(slot.high, self._length_allowed(name), self.hints)
            self.model = self.model.with_slot(name, high=high)
            for length in range(min(_SMALL, slot.low)):
                if self._length_allowed(name)(length):
                    self.model = self.model.with_slot(name, low=length)
                    break
            self._raise_sums(name)

    def _length_allowed(self, name: str) -> Callable[[int], bool | None]:
        def allowed(length: int) -> bool | None:
            low = min(length, self.model.slots[name].low)
            base = self._alone(name).with_slot(name, low=low, high=length)
            if self._relation_of(name, Kind.BALANCED) is None:
                base = base.with_slot(name, low=length)
            return self._allows(base, _has_length(name, length), count=1)

        return allowed

    def _relation_of(self, name: str, kind: Kind) -> Relation | None:
        for relation in self.model.relations:
            if relation.kind is kind and name in relation.names:
                return relation
        return None

    def _widen_letters(self, name: str) -> None:
        if self._relation_of(name, Kind.BALANCED) is not None:
            return
        for letters in _CLASSES:
            missing = [
                each for each in letters if each not in self.model.slots[name].letters
            ]
            if not missing:
                continue
            # If two others of a class are valid, all of it is tried.
            if not (self._letter_allowed(name, missing[0], missing[-1])):
                continue
            if self._letters_allowed(name, missing):
                self._add_letters(name, missing)
                continue
            for letter in missing:
                if self._letters_allowed(name, [letter]):
                    self._add_letters(name, [letter])

    def _letter_allowed(self, name: str, *letters: str) -> bool:
        return any(self._letters_allowed(name, [letter]) for letter in letters)

    def _letters_allowed(self, name: str, letters: list[str]) -> bool | None:
        """Return whether each of some letters is valid."""
        slot = self.model.slots[name]
        left = [*letters]
        for _ in letters:
            if not left:
                break
            changed = self.model.with_slot(name, letters=slot.letters + "".join(left))
            if len(left) < len(letters):
                changed = self.model.with_slot(name, letters="".join(left))
            texts = self.prober.drawn(changed, 1, _has_letter(name, left))
            if not texts:
                return None
            if not all(self.prober.oracle.ask(texts)):
                return False
            used = {*texts[0]}
            left = [letter for letter in left if letter not in used]
        return True

    def _add_letters(self, name: str, letters: list[str]) -> None:
        known = self.model.slots[name].letters + "".join(letters)
        self.model = self.model.with_slot(name, letters="".join(sorted({*known})))

    # In general

    def _check(self) -> None:
        """Note if what is drawn from the guess is not always valid."""
        share = self.prober.share(self.model, 40)
        if share < 1:
            self._note(
                f"{share:.0%} of the inputs drawn from this description are valid"
            )

    def _allows(
        self, model: Model, wanted: Callable[[Frame], bool] = _any, count: int = 2
    ) -> bool | None:
        return self.prober.accepted(model, wanted, count)

    def _note(self, text: str) -> None:
        self.model = replace(self.model, notes=(*self.model.notes, text))


def replace_relation(relation: Relation, required: bool, said: str) -> Relation:
    """Return a relation with what probes said of it."""
    return Relation(
        relation.kind, relation.names, relation.bound, required, Source("", said)
    )


def _factors(product: int, first: int, second: int) -> tuple[int, int] | None:
    """Return two factors, each up to a bound, with the least product that is not below a
    number."""
    best: tuple[int, int] | None = None
    for factor in range(-(-product // second), min(first, isqrt(product) + 1) + 1):
        if factor:
            pair = (factor, -(-product // factor))
            if best is None or pair[0] * pair[1] <= best[0] * best[1]:
                best = pair
    return best


def _breaks(relation: Relation) -> Callable[[Frame], bool]:
    return lambda frame: not holds(relation, frame)


def _values(frame: Frame, name: str) -> Iterable[tuple[str, Frame]]:
    for inner in frame.inner():
        if name in inner.values:
            yield inner.values[name], inner


def _has(name: str, number: int) -> Callable[[Frame], bool]:
    def wanted(frame: Frame) -> bool:
        return any(float(value) == number for value, _ in _values(frame, name))

    return wanted


def _has_length(name: str, length: int) -> Callable[[Frame], bool]:
    return lambda frame: any(len(value) == length for value, _ in _values(frame, name))


def _has_letter(name: str, letters: list[str]) -> Callable[[Frame], bool]:
    return lambda frame: any({*value} & {*letters} for value, _ in _values(frame, name))


def _has_sum(total: int, name: str) -> Callable[[Frame], bool]:
    def wanted(frame: Frame) -> bool:
        return sum_of(frame, name) == total

    return wanted


def _compares(
    name: str, other: str, test: Callable[[int, int], bool]
) -> Callable[[Frame], bool]:
    def wanted(frame: Frame) -> bool:
        return any(
            test(int(value), inner.integer(other))
            for value, inner in _values(frame, name)
        )

    return wanted


def _compares_constant(name: str, most: int) -> Callable[[Frame], bool]:
    return lambda frame: any(int(value) > most for value, _ in _values(frame, name))


def _differs_in_length(name: str, other: str) -> Callable[[Frame], bool]:
    def wanted(frame: Frame) -> bool:
        return any(
            len(value) != inner.integer(other) for value, inner in _values(frame, name)
        )

    return wanted
