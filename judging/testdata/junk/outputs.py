"""Answers written otherwise, in ways that a comparison must forgive. Pure.

White space at the end of lines and of the file is forgiven unless `space_change_sensitive` is among
the arguments; the default comparison forgives it between and before tokens too, and upper and lower
case unless `case_sensitive` is. Another way to write a number is forgiven only under a tolerance.
Source: the arguments of the default output validator, problem package format 2025-09.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from judging.testdata.junk.inputs import Mutant

_DECIMAL = re.compile(rb"(?<!\S)-?[0-9]{1,15}\.[0-9]{1,15}(?!\S)")
_NUMBER = re.compile(rb"(?<!\S)-?[0-9]{1,15}(?:\.[0-9]{1,15})?(?!\S)")
_TOLERANCES = ("float_tolerance", "float_relative_tolerance", "float_absolute_tolerance")


def forgiven(answer: bytes, args: Sequence[str], default: bool) -> list[Mutant]:
    """Each way to write `answer` that must pass, where it differs; `default`: the comparison is the
    default one and not a program of the package."""
    found: dict[bytes, Mutant] = {}
    for kind, text in _ways(answer, args, default):
        if text != answer:
            found.setdefault(text, Mutant(kind, text))
    return list(found.values())


def _ways(answer: bytes, args: Sequence[str], default: bool) -> Iterator[tuple[str, bytes]]:
    if "space_change_sensitive" not in args:
        yield "no newline at the end", answer.rstrip(b"\n")
        yield "an empty line at the end", answer + b"\n"
        yield "a blank at the end of each line", answer.replace(b"\n", b" \n")
        yield "line ends CR LF", answer.replace(b"\n", b"\r\n")
        if default:
            yield "an empty line at the start", b"\n" + answer
            yield "two blanks between tokens", answer.replace(b" ", b"  ")
            yield "a tab between tokens", answer.replace(b" ", b"\t")
    if default and "case_sensitive" not in args:
        yield "upper case", answer.upper()
        yield "lower case", answer.lower()
    if any(word in args for word in _TOLERANCES):
        # A program of the package may read integers as such: they stay as they are.
        numbers = _NUMBER if default else _DECIMAL
        yield "numbers with more decimals", numbers.sub(lambda m: _more_decimals(m[0]), answer)
        yield "numbers with an exponent", numbers.sub(lambda m: m[0] + b"e0", answer)
        yield "numbers with an exponent E+00", numbers.sub(lambda m: m[0] + b"E+00", answer)


def _more_decimals(token: bytes) -> bytes:
    return token + (b"00" if b"." in token else b".00")
