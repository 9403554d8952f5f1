"""Find a bound between a number that is accepted and one that is rejected."""

from __future__ import annotations

from collections.abc import Callable, Iterable

# Bounds of contests, above 0; beyond `_LARGEST`, which `UNBOUNDED` of model.py equals, none
# counts. Powers of ten and of two, and what lies beside them.
_TENS = [digit * 10**power for power in range(19) for digit in (1, 2, 3, 5)]
_TWOS = [2**power - less for power in (7, 8, 15, 16, 31, 32, 62, 63) for less in (0, 1)]
_OTHERS = [10**power + 7 for power in (9,)]
_NICE = sorted({*_TENS, *_TWOS, *_OTHERS})
_LARGEST = 10**18
LARGEST_SIZE = 10**6
_STEPS = 64
_POWERS = {10**power for power in range(7)}
# From here on, whether a size is the largest is tried before a larger one is.
_DEAR = 1000
_COSTLY = 10**5

Try = Callable[[int], bool | None]


def highest(
    good: int, allowed: Try, hints: Iterable[int], largest: int = _LARGEST
) -> int:
    """Return the largest number that is allowed; all from `good` to it are taken to be.

    allowed: whether a number is; None where that cannot be found out, which counts as not.
    """
    numbers = sorted(hint for hint in {*hints} if good < hint <= largest)
    good, bad, is_highest = _among_hints(good, numbers, allowed)
    if is_highest:
        return good
    most = largest if bad is None else bad - 1
    nice = sorted(number for number in {*_NICE, *hints} if good < number <= most)
    # Below 0 the mirror image of the numbers above.
    below = sorted(-number for number in {*_NICE, 0, *(-h for h in hints)})
    nice = [number for number in below if good < number <= min(0, most)] + nice
    nice = list(dict.fromkeys(nice))
    if bad is None:
        return _between(good, nice, allowed)
    return _between(good, [*nice, bad], _up_to(bad, allowed))


def _among_hints(
    good: int, hints: list[int], allowed: Try
) -> tuple[int, int | None, bool]:
    """Return the largest hint that is allowed, the next one, which is not, and whether the
    number behind the allowed one is rejected. A bound that a program has needs no search."""
    first = 0
    last = len(hints)
    while first < last:
        middle = (first + last) // 2
        if allowed(hints[middle]):
            first = middle + 1
        else:
            last = middle
    bad = hints[first] if first < len(hints) else None
    if not first:
        return good, bad, False
    good = hints[first - 1]
    return good, bad, not allowed(good + 1)


def _up_to(bad: int, allowed: Try) -> Try:
    """Return the same question without asking again about a number that is rejected."""
    return lambda number: number < bad and allowed(number)


def lowest(good: int, allowed: Try, hints: Iterable[int]) -> int:
    """Return the smallest number that is allowed, as `highest` does."""
    mirrored = [-hint for hint in hints]
    return -highest(-good, lambda number: allowed(-number), mirrored)


def largest_size(good: int, allowed: Try, hints: Iterable[int]) -> int:
    """Return the largest size that is allowed. Large ones are tried last."""
    good, bad, is_largest = _sizes_of_hints(good, allowed, hints)
    if is_largest:
        return good
    sizes = sorted(
        number for number in {*_NICE, *hints} if good < number <= LARGEST_SIZE
    )
    for number in sizes:
        if bad:
            break
        # Below, powers of ten are steps enough; above, each step costs much.
        if number < _COSTLY and number not in _POWERS:
            continue
        if not allowed(number):
            bad = number
            break
        good = number
        if good >= _DEAR and not allowed(good + 1):
            return good
    between = [number for number in sizes if good < number and (not bad or number < bad)]
    if bad:
        between.append(bad)
    return _between(good, between, _up_to(bad, allowed) if bad else allowed)


def _sizes_of_hints(
    good: int, allowed: Try, hints: Iterable[int]
) -> tuple[int, int, bool]:
    """Return the largest hint that is allowed, the one that is not or 0, and whether the
    number behind the allowed one is rejected."""
    for hint in sorted({*hints}):
        if hint <= good or hint > LARGEST_SIZE:
            continue
        if not allowed(hint):
            return good, hint, False
        good = hint
        if not allowed(good + 1):
            return good, 0, True
    return good, 0, False


def _between(good: int, nice: list[int], allowed: Try) -> int:
    """Return the largest number that is allowed, between nice numbers in order."""
    first = 0
    last = len(nice)
    while first < last:
        middle = (first + last) // 2
        if allowed(nice[middle]):
            good = nice[middle]
            first = middle + 1
        else:
            last = middle
    if first == len(nice):
        return good
    bad = nice[first]
    # Most bounds are nice, so that the number behind one is rejected.
    if bad - good > 1 and allowed(good + 1):
        good += 1
    elif bad - good > 1:
        return good
    for step in range(_STEPS):
        if bad - good <= 1:
            break
        # `10^9 - 1`, say.
        middle = bad - 1 if step == 0 else (good + bad) // 2
        if allowed(middle):
            good = middle
        else:
            bad = middle
    return good
