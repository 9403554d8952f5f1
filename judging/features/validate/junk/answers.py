"""Reformat answers in ways that a checker must accept. Pure.

Every checker must ignore white space at the end of lines and of the file, unless
`space_change_sensitive` is an argument. The default comparison must also ignore white
space before and between tokens, and case unless `case_sensitive` is an argument. With a
tolerance, checkers must accept other spellings of a number. Source: the arguments of the
default output validator, problem package format 2025-09.
"""

import re
from collections.abc import Iterator, Sequence

from judging.features.validate.junk.variants import Aim, Variant

# At most fifteen digits on a side: these survive a trip through a double, so the value
# stays the same. A word such as `1e5` or `v1.0` is no number here.
_DECIMAL = re.compile(rb"(?<!\S)-?[0-9]{1,15}\.[0-9]{1,15}(?!\S)")
_NUMBER = re.compile(rb"(?<!\S)-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?!\S)")
_TOLERANCES = ("float_tolerance", "float_relative_tolerance", "float_absolute_tolerance")


def reformatted_answers(
    answer: bytes, args: Sequence[str], default: bool
) -> list[Variant]:
    """Return every reformatted answer that the checker must accept and that differs from `answer`.

    default: the checker is the default comparison, not a program of the package.
    """
    found: dict[bytes, Variant] = {}
    for kind, text in _reformat(answer, args, default):
        if text != answer:
            found.setdefault(text, Variant(kind, Aim.REFORMATTED, text))
    return list(found.values())


def _reformat(
    answer: bytes, args: Sequence[str], default: bool
) -> Iterator[tuple[str, bytes]]:
    if "space_change_sensitive" not in args:
        yield "no newline at the end", answer.rstrip(b"\n")
        yield "an empty line at the end", answer + b"\n"
        yield "a space at the end of each line", answer.replace(b"\n", b" \n")
        yield "CR LF line ends", answer.replace(b"\n", b"\r\n")
        if default:
            yield "an empty line at the start", b"\n" + answer
            yield "two spaces between tokens", answer.replace(b" ", b"  ")
            yield "a tab between tokens", answer.replace(b" ", b"\t")
    if default and "case_sensitive" not in args:
        yield "upper-case letters", answer.upper()
        yield "lower-case letters", answer.lower()
    if any(word in args for word in _TOLERANCES):
        # A program of the package may accept nothing but an integer where it expects one.
        numbers = _DECIMAL
        if default:
            numbers = _NUMBER
        yield (
            "numbers with more decimals",
            numbers.sub(lambda m: _more_decimals(m[0]), answer),
        )
        yield "numbers with the exponent e0", numbers.sub(lambda m: m[0] + b"e0", answer)
        yield (
            "numbers with the exponent E+00",
            numbers.sub(lambda m: m[0] + b"E+00", answer),
        )


def _more_decimals(token: bytes) -> bytes:
    if b"." in token:
        return token + b"00"
    return token + b".00"
