"""Make outputs that attack a checker, from the answer of a test. Pure.

Some have nothing of the answer in them: nothing at all, bytes that are no text, one endless
word. No correct program prints these, so a checker must reject them. The others are the
answer with a change. They may be right where a test has several right answers, so whether a
checker accepts them is for people to judge. On none of them may a checker fail.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, localcontext

from judging.core.limits import MIB
from judging.features.validate.junk.changes import LARGE_BYTES
from judging.features.validate.junk.input_shape import digest
from judging.features.validate.junk.variants import Aim, Variant

# More than most buffers of checkers, and much to do for a quadratic one. Outputs above the
# output limit never reach a checker.
_LONG_TOKEN_BYTES = 10_000_000
# Above the limits of conversions: 64 and 128 bits, doubles, and the 4,300 digits of Python.
_LONG_NUMBER_DIGITS = 100_000
# The same on every machine, so that a package can have them as a valid output.
_NO_TEXT = random.Random("no text").randbytes(200)
# Longer numbers are not changed: the largest of contests have 19 digits.
_NUMBER = re.compile(rb"-?[0-9]{1,30}(\.[0-9]{1,30})?")
_TOKEN = re.compile(rb"\S+")
_DIGITS = 80  # of sums: more than two numbers of `_NUMBER` need


def output_attacks(
    answer: bytes, neighbour: bytes | None, output_bytes: int
) -> Iterator[Variant]:
    """Yield the outputs that are tried on the test with this answer, always the same.

    neighbour: the answer of another test, if there is another one.
    output_bytes: the output limit; larger outputs are left out.
    A large answer is changed as a whole only.
    """
    own = answer.split()
    seen: set[str] = set()
    for attack in _all_attacks(answer, neighbour, output_bytes):
        if len(attack.text) > output_bytes or attack.text.split() == own:
            continue
        name = digest(attack.text)
        if name not in seen:
            seen.add(name)
            yield attack


def aims_of(outputs: Iterable[tuple[bytes, bytes]]) -> frozenset[Aim]:
    """Return which hollow outputs a package calls right: those that are among its valid
    outputs. Each of these comes with the answer of its test, which may be hollow itself."""
    found: set[Aim] = set()
    for output, answer in outputs:
        found |= _hollow_aims(output) - _hollow_aims(answer)
    return frozenset(found)


def is_blank(text: bytes) -> bool:
    """Return whether a text has no token."""
    return not text.strip()


def _hollow_aims(text: bytes) -> set[Aim]:
    tokens = text.split()
    if not tokens:
        return {Aim.BLANK}
    aims = set()
    if _is_no_text(text):
        aims.add(Aim.NO_TEXT)
    if len(tokens) == 1 and len(set(tokens[0])) == 1 and tokens[0].isalpha():
        aims.add(Aim.ONE_LETTER)
    return aims


def _is_no_text(text: bytes) -> bool:
    try:
        words = "".join(text.decode("utf-8").split())
    except UnicodeDecodeError:
        return True
    return not words.isprintable()


def _all_attacks(
    answer: bytes, neighbour: bytes | None, output_bytes: int
) -> Iterator[Variant]:
    yield from _hollow_attacks(output_bytes)
    yield from _changes_of_whole(answer)
    if neighbour is not None:
        yield Variant("the answer of another test", Aim.OTHER, neighbour)
    if len(answer) <= LARGE_BYTES:
        yield from _swapped_lines(answer)
        yield from _changes_of_numbers(answer)


def _hollow_attacks(output_bytes: int) -> Iterator[Variant]:
    yield Variant("an empty output", Aim.BLANK, b"")
    yield Variant("an output of one newline", Aim.BLANK, b"\n")
    yield Variant("an output of random bytes", Aim.NO_TEXT, _NO_TEXT)
    yield Variant("an output of NUL bytes", Aim.NO_TEXT, b"\0" * 100 + b"\n")
    size = min(_LONG_TOKEN_BYTES, output_bytes - 1)
    token = f"an output of one token of {size / MIB:.1f} MiB"
    yield Variant(token, Aim.ONE_LETTER, b"x" * size + b"\n")
    digits = f"an output of one number of {_LONG_NUMBER_DIGITS} digits"
    yield Variant(digits, Aim.OTHER, _long_number() + b"\n")


def _long_number() -> bytes:
    return b"9" * _LONG_NUMBER_DIGITS


def _changes_of_whole(answer: bytes) -> Iterator[Variant]:
    """Yield the answer with more after it, or with a part of it missing."""
    ended = answer
    if not answer.endswith(b"\n"):
        ended += b"\n"
    yield Variant("the answer and random bytes after it", Aim.TAIL, ended + _NO_TEXT)
    yield Variant("the answer and three words after it", Aim.TAIL, ended + b"a b c\n")
    yield Variant("the answer twice", Aim.OTHER, ended + answer)
    spans = [match.span() for match in _TOKEN.finditer(answer)]
    if not spans:
        return
    first_start, first_end = spans[0]
    last_start, last_end = spans[-1]
    last = answer[last_start:last_end]
    middle = (first_start + last_end) // 2
    yield Variant("the first half of the answer", Aim.OTHER, answer[:middle])
    one_more = answer[:last_end] + b" " + last + answer[last_end:]
    yield Variant("the answer with its last token twice", Aim.OTHER, one_more)
    without_last = answer[:last_start] + answer[last_end:]
    yield Variant("the answer without its last token", Aim.OTHER, without_last)
    without_first = answer[:first_start] + answer[first_end:]
    yield Variant("the answer without its first token", Aim.OTHER, without_first)
    alone = answer[first_start:first_end] + b"\n"
    yield Variant("the first token of the answer", Aim.OTHER, alone)


def _swapped_lines(answer: bytes) -> Iterator[Variant]:
    """Yield the answer with its first line swapped with the last one that differs."""
    lines = answer.splitlines(keepends=True)
    for place in range(len(lines) - 1, 0, -1):
        if lines[place].split() != lines[0].split():
            if not lines[place].endswith(b"\n"):
                lines[place] += b"\n"
            swapped = [lines[place], *lines[1:place], lines[0], *lines[place + 1 :]]
            text = b"".join(swapped)
            yield Variant("the answer with two lines swapped", Aim.OTHER, text)
            return


def _changes_of_numbers(answer: bytes) -> Iterator[Variant]:
    """Yield the answer with its first, middle and last number replaced in many ways."""
    spots = []
    for match in _TOKEN.finditer(answer):
        if _NUMBER.fullmatch(match[0]):
            spots.append(match.span())
    if not spots:
        return
    chosen = sorted({spots[0], spots[len(spots) // 2], spots[-1]})
    for start, end in chosen:
        for kind, aim, changed in _other_numbers(answer[start:end]):
            yield Variant(
                f"the answer with {kind}",
                aim,
                answer[:start] + changed + answer[end:],
            )
    for name, word in (("NaN", b"nan"), ("infinity", b"inf"), ("-infinity", b"-inf")):
        kind = f"the answer with {name} in place of every number"
        yield Variant(kind, Aim.NO_NUMBER, _put_everywhere(answer, spots, word))


def _other_numbers(token: bytes) -> Iterator[tuple[str, Aim, bytes]]:
    """Yield what stands in place of one number: in words, its aim, and the bytes."""
    for words, by in (
        ("a number one larger", 1),
        ("a number one smaller", -1),
        # They look right to a checker that reads into 32 or 64 bits.
        ("a number larger by 2^32", 2**32),
        ("a number larger by 2^64", 2**64),
        ("a number smaller by 10^18", -(10**18)),
    ):
        yield words, Aim.OTHER_NUMBER, _add(token, by)
    digits = f"a number of {_LONG_NUMBER_DIGITS} digits"
    yield digits, Aim.OTHER_NUMBER, _long_number()
    yield "NaN in place of a number", Aim.NO_NUMBER, b"nan"
    yield "infinity in place of a number", Aim.NO_NUMBER, b"inf"
    # Programs that read with `scanf` or `>>` stop at the letter.
    yield "a letter after a number", Aim.OTHER, token + b"x"
    if b"." not in token:
        yield "a number in hexadecimal", Aim.OTHER, f"{int(token):#x}".encode()


def _add(token: bytes, by: int) -> bytes:
    """Return a number that is larger by an integer, with as many decimals."""
    with localcontext(prec=_DIGITS):
        return format(Decimal(token.decode("ascii")) + by, "f").encode()


def _put_everywhere(text: bytes, spots: Sequence[tuple[int, int]], word: bytes) -> bytes:
    parts = []
    kept_to = 0
    for start, end in spots:
        parts += [text[kept_to:start], word]
        kept_to = end
    return b"".join([*parts, text[kept_to:]])
