"""An input as a text: lines of tokens, in which integers are found and replaced. Pure.

A text is a tuple of lines, a line a tuple of tokens. Single line feeds separate lines
and single spaces separate tokens, so an empty token stands between two spaces, and an
input that ends with a line feed has a last line of one empty token. Every byte string
is such a text, and `render` returns it unchanged: formats that a validator checks to
the byte survive.
"""

import functools
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from judging.values import Value

Line = tuple[bytes, ...]
Text = tuple[Line, ...]
Place = tuple[int, int]
"""A token: the index of its line, and its index there. Places compare in reading
order."""
T = TypeVar("T")

# No leading zeros and no plus sign, which "%d" would not write back. A longer integer
# may not fit into 64 bits: it is a word, of which characters can be removed.
_INTEGER = re.compile(rb"-?(?:0|[1-9][0-9]{0,17})")
# A row up to this length is cut at every index, a longer one only side by side. Cutting
# n tokens at every index takes n runs for each number of tokens to cut.
SHORT_ROW = 40


class TextEdit(Value):
    """An edited text, and the position of its place in the pass. Edits of one place
    share the position."""

    position: int
    text: Text


def parse(content: bytes) -> Text:
    """Return the lines and tokens of an input."""
    return tuple(tuple(line.split(b" ")) for line in content.split(b"\n"))


def render(text: Text) -> bytes:
    """Return the input that `parse` was given."""
    return b"\n".join(b" ".join(line) for line in text)


def measure(text: Text) -> tuple[object, ...]:
    """Return the size that shrinking lowers: the number of tokens, then of bytes, then
    the tokens one by one."""
    tokens = [token for line in text for token in line]
    size = sum(map(len, tokens))
    # The length of a token comes first, so that numbers compare by size: 9 is less than
    # 10.
    return len(tokens), size, tuple((len(token), token) for token in tokens)


def is_smaller(text: Text, other: Text) -> bool:
    """Return whether `measure` gives less for a text than for another one.

    The sizes come first, because they decide as a rule: to list the tokens of a text of
    a megabyte takes 0.2 s, which was a third of the time of shrinking one.
    """
    tokens = count_tokens(text)
    other_tokens = count_tokens(other)
    if tokens != other_tokens:
        return tokens < other_tokens
    return measure(text) < measure(other)


def count_tokens(text: Text) -> int:
    """Return the number of tokens, empty ones too."""
    return sum(map(len, text))


# Every pass asks for the integers of the same text, and many again for those of an
# edited one.
@functools.lru_cache(maxsize=2)
def integers(text: Text) -> dict[Place, int]:
    """Return every integer token by its place, in reading order."""
    found = {}
    for i, line in enumerate(text):
        for j, token in enumerate(line):
            if _INTEGER.fullmatch(token):
                found[i, j] = int(token)
    return found


def integers_by_line(text: Text) -> dict[int, list[Place]]:
    """Return the places of the integers of each line that has some."""
    found: dict[int, list[Place]] = {}
    for place in integers(text):
        found.setdefault(place[0], []).append(place)
    return found


def rows(text: Text) -> list[list[Place]]:
    """Return the integers of each line that has some. If all lines but the first have
    the same number of them, return these lines as one row: they are the records that
    the first line announces."""
    by_line = integers_by_line(text)
    body = [row for line, row in by_line.items() if line > 0]
    if len(body) > 1 and len({len(row) for row in body}) == 1:
        return [list(itertools.chain.from_iterable(body))]
    return list(by_line.values())


def with_values(text: Text, values: Iterable[tuple[Place, int]]) -> Text:
    """Return the text with these integers at these places."""
    return with_tokens(text, ((place, b"%d" % value) for place, value in values))


def values_at(known: Mapping[Place, int], places: Iterable[Place]) -> list[int]:
    """Return the integers at these places.

    known: the integers of the text. To look them up for each line would take quadratic
    time, because the cache of `integers` hashes the whole text.
    """
    return [known[place] for place in places]


def with_row(text: Text, places: Sequence[Place], values: Sequence[int]) -> Text:
    """Return the text with these integers at these places, one for each."""
    return with_values(text, zip(places, values, strict=True))


def with_same(text: Text, places: Iterable[Place], value: int) -> Text:
    """Return the text with the same integer at all these places."""
    return with_values(text, ((place, value) for place in places))


def with_tokens(text: Text, tokens: Iterable[tuple[Place, bytes]]) -> Text:
    """Return the text with these tokens at these places."""
    lines = [list(line) for line in text]
    for (i, j), token in tokens:
        lines[i][j] = token
    return tuple(map(tuple, lines))


def with_line(text: Text, i: int, line: Line) -> Text:
    """Return the text with another line at index `i`."""
    return (*text[:i], line, *text[i + 1 :])


def as_tokens(values: Iterable[int]) -> Line:
    """Return integers as the tokens of a line."""
    return tuple(b"%d" % value for value in values)


def cuts(length: int, count: int) -> Sequence[int]:
    """Return the indices at which to cut `count` consecutive elements out of a row."""
    last = length - count
    if length <= SHORT_ROW or count == 1:
        return range(last + 1)
    if last < 0:
        return []
    return [*range(0, last, count), last]


def numbered(places: Iterable[T], start: int) -> Iterator[tuple[int, T]]:
    """Return the places of a pass with their positions, from position `start` on."""
    return itertools.islice(enumerate(places), start, None)
