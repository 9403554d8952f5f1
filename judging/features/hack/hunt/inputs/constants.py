"""The numbers in sources of programs: where programs change what they do."""

import re
from collections import Counter
from collections.abc import Iterable

from judging.core.problem import Source
from judging.languages import contents_of

# Whole numbers of 2 to 18 digits, also as 1e9; no part of a name or of a decimal number.
_NUMBER = re.compile(rb"(?<![\w.])(?:(\d{2,18})|(\d)e(\d\d?))(?![\w.])")
# Few, so that each has its turn; those that most programs have come first.
_MOST = 30
_LARGEST = 10**18


def constants_of(sources: Iterable[Source]) -> tuple[int, ...]:
    """Return the numbers that most of the sources have, in ascending order."""
    known: Counter[int] = Counter()
    for source in sources:
        known.update(_numbers(b"\n".join(text for _, text in contents_of(source))))
    ordered = sorted(known, key=lambda number: (-known[number], number))
    return tuple(sorted(ordered[:_MOST]))


def _numbers(text: bytes) -> set[int]:
    found = set()
    for digits, digit, zeros in _NUMBER.findall(text):
        number = int(digits) if digits else int(digit) * 10 ** int(zeros)
        if number <= _LARGEST:
            found.add(number)
    return found
