"""Where a description draws too little: what existing tests have and no new input has, and
what nearly always is invalid. Pure.

A stream of inputs kills no program that fails only on what it never draws, and nothing else in
a report shows that.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from judging.data.bounds import Bound, merge_bounds
from judging.features.strengthen.search.outcomes import MOST_WORDS

# Fewer new inputs may miss something by chance. Chosen, not measured.
ENOUGH_INPUTS = 50
# Values of new inputs stay small if those of tests are so many times as large. Bounds
# are checked too, so it matters only where no test is at its bound.
_SMALL_FACTOR = 10
_MOSTLY = 0.9
# Bounds of each test by its name.
TestBounds = Mapping[str, Sequence[Bound]]


def mostly_invalid(
    offered: Mapping[str, int], invalid: Mapping[str, int]
) -> Iterator[str]:
    """Yield the descriptions whose inputs the validators nearly always reject.

    offered, invalid: how many inputs each gave, and how many of these are invalid.
    """
    for description, count in offered.items():
        rejected = invalid.get(description, 0)
        if count >= ENOUGH_INPUTS and rejected > _MOSTLY * count:
            yield (
                f"{description}: the validators reject {rejected} of {count} inputs that it "
                "describes, so hardly any is tried; what they demand is not in it"
            )


def unreached_values(existing: TestBounds, fresh: TestBounds) -> Iterator[str]:
    """Yield what no new input has, each with an existing test that has it."""
    drawn = {bound.location: bound for bound in merge_bounds(fresh.values())}
    for test, bound in _largest_first(existing):
        reached = drawn.get(bound.location)
        if reached is None:
            continue
        what = _missing(bound, reached)
        if what:
            place = "" if bound.location == bound.name else f" ({bound.location})"
            yield f"no new input has {what} {bound.name}{place}, as {test} has"


def _largest_first(tests: TestBounds) -> Iterator[tuple[str, Bound]]:
    """Yield each quantity once, with the test that has its greatest value, and again with
    the test that has its least one."""
    greatest: dict[str, tuple[str, Bound]] = {}
    least: dict[str, tuple[str, Bound]] = {}
    for test, bounds in tests.items():
        for bound in bounds:
            at = bound.location
            if at not in greatest or bound.greatest > greatest[at][1].greatest:
                greatest[at] = (test, bound)
            if at not in least or bound.least < least[at][1].least:
                least[at] = (test, bound)
    for at in greatest:
        yield greatest[at]
        if least[at] != greatest[at]:
            yield least[at]


def _missing(bound: Bound, drawn: Bound) -> str:
    """Return which values of a test are beyond all that were drawn, or nothing."""
    if bound.high_reached and not drawn.high_reached:
        return "the largest"
    if bound.least < 0 <= drawn.least:
        return "a negative"
    if bound.low_reached and not drawn.low_reached:
        return "the smallest"
    if bound.greatest >= _SMALL_FACTOR * drawn.greatest > 0:
        return f"more than {drawn.greatest:g} as"
    return ""


def unreached_outcomes(
    existing: Iterable[tuple[str, str]], fresh: Iterable[str]
) -> Iterator[str]:
    """Yield the outcomes of existing tests, given by name and outcome, that no new input
    has; none if the answers are texts."""
    existing = list(existing)
    known = set(fresh)
    if len(known.union(outcome for _, outcome in existing)) > MOST_WORDS:
        return
    for test, outcome in existing:
        if outcome not in known:
            known.add(outcome)
            yield f"no new input has the answer '{outcome}', as {test} has"
