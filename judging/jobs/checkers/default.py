"""The default output comparison of the Kattis package format: token by token.

Source of the rules and arguments: problem package format 2025-09, "default output validator".
"""

import io
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from judging.core.runs import CheckResult
from judging.core.verdicts import Verdict
from judging.values import Value

_SPACE = b" \t\n\v\f\r"
_TOKEN = re.compile(rb"[^ \t\n\v\f\r]+")
_PIECE = re.compile(rb"[^ \t\n\v\f\r]+|[ \t\n\v\f\r]+")
_FLOAT = re.compile(rb"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\Z")
# The rest of the white space at a position, and the rest of the token after it.
_TO_TOKEN_END = re.compile(rb"[ \t\n\v\f\r]*[^ \t\n\v\f\r]*")
_IN_TOKENS = bytes(byte for byte in range(256) if byte not in _SPACE)
# Files are read in parts of about this size: an output of 100 MB would become a list of
# tens of millions of tokens, and each worker of the judge may have one.
_BLOCK_BYTES = 64 * 1024
_QUOTED_CHARACTERS = 40  # of a token, in a message
_TOLERANCES = {
    "float_tolerance": ("relative", "absolute"),
    "float_relative_tolerance": ("relative",),
    "float_absolute_tolerance": ("absolute",),
}


class Comparison(Value):
    """How tokens are compared. Without a tolerance (None), numbers are compared as text."""

    case_sensitive: bool = False
    space_sensitive: bool = False
    relative: float | None = None
    absolute: float | None = None


def parse_args(args: Sequence[str]) -> Comparison:
    """Parse `output_validator_args`; a later tolerance replaces an earlier one.

    Raise ValueError if an argument is wrong.
    """
    case_sensitive = False
    space_sensitive = False
    tolerance: dict[str, float] = {}
    words = iter(args)
    for word in words:
        if word == "case_sensitive":
            case_sensitive = True
        elif word == "space_change_sensitive":
            space_sensitive = True
        elif word in _TOLERANCES:
            value = _tolerance(word, next(words, None))
            tolerance |= dict.fromkeys(_TOLERANCES[word], value)
        else:
            raise ValueError(
                f"unknown argument '{word}' of the default comparison; known: case_sensitive, "
                "space_change_sensitive, float_tolerance E, float_relative_tolerance E, "
                "float_absolute_tolerance E"
            )
    return Comparison(
        case_sensitive,
        space_sensitive,
        tolerance.get("relative"),
        tolerance.get("absolute"),
    )


def repeated_tolerance(args: Sequence[str]) -> str | None:
    """Return the argument that sets a tolerance a second time, or None.

    `args` must be valid. Format 2025-09 forbids this; in the older format the later one holds.
    """
    seen: list[str] = []
    for word in args:
        kinds = _TOLERANCES.get(word, ())
        if any(kind in seen for kind in kinds):
            return word
        seen += kinds
    return None


def _tolerance(word: str, text: str | None) -> float:
    text = text or ""
    value = math.nan
    # Not `float` alone: it takes 1_000, nan and infinity.
    if _FLOAT.match(text.encode("utf-8", "replace")):
        value = float(text)
    if not 0 <= value < math.inf:
        raise ValueError(f"{word} needs a number that is at least 0, found '{text}'")
    return value


def compare(output: bytes, answer: bytes, args: Sequence[str] = ()) -> CheckResult:
    """Compare as `compare_files` does."""
    return compare_files(io.BytesIO(output), io.BytesIO(answer), args)


def compare_files(
    output: BinaryIO, answer: BinaryIO, args: Sequence[str] = ()
) -> CheckResult:
    """Return AC if `output` matches `answer`, else WA with the first difference.

    Both are read from the beginning. Time is linear in the sizes. Memory is bounded but
    for a token, which is held as a whole. Raise ValueError for unknown `args`.
    """
    if _same_bytes(output, answer):
        return CheckResult(Verdict.AC)
    rules = parse_args(args)
    pattern = _TOKEN
    if rules.space_sensitive:
        pattern = _PIECE
    got_blocks = _blocks(output, pattern)
    expected_blocks = _blocks(answer, pattern)
    got: list[bytes] = next(got_blocks, [])
    expected: list[bytes] = next(expected_blocks, [])
    compared = 0  # tokens so far
    while got and expected:
        shared = min(len(got), len(expected))
        place = _first_difference(got[:shared], expected[:shared], rules)
        if place is not None:
            number = compared + place + 1
            what = f"expected {_quote(expected[place])}, read {_quote(got[place])}"
            return _wrong(f"token {number}: {what}", output, pattern, number)
        compared += shared
        got = got[shared:] or next(got_blocks, [])
        expected = expected[shared:] or next(expected_blocks, [])
    if got:
        message = f"extra output: {_quote(got[0])}"
        return _wrong(message, output, pattern, compared + 1)
    if not expected:
        return CheckResult(Verdict.AC)
    early = "output ends early"
    if not any(text.strip(_SPACE) for text in _texts(output)):
        early = "no output"
    return CheckResult(Verdict.WA, f"{early}, expected {_quote(expected[0])}")


def _first_difference(
    got: list[bytes], expected: list[bytes], rules: Comparison
) -> int | None:
    """Return the index of the first tokens that do not match, or None."""
    # Comparing lists is a hundred times faster than comparing token by token.
    if got == expected:
        return None
    for place, (one, other) in enumerate(zip(got, expected, strict=True)):
        if one != other and not _equal(one, other, rules):
            return place
    return None


def _same_bytes(output: BinaryIO, answer: BinaryIO) -> bool:
    """Return whether two files have the same content; most right outputs do."""
    while True:
        got = output.read(_BLOCK_BYTES)
        if got != answer.read(_BLOCK_BYTES):
            return False
        if not got:
            return True


def _blocks(file: BinaryIO, pattern: re.Pattern[bytes]) -> Iterator[list[bytes]]:
    """Yield the matches of `pattern` in order, in lists of bounded size."""
    for text in _texts(file):
        found = pattern.findall(text)
        if found:
            yield found


def _texts(file: BinaryIO) -> Iterator[bytes]:
    """Yield the content in parts from the beginning. Each part but the last ends with a
    token that is complete, so that no token and no white space after one is in two parts."""
    file.seek(0)
    rest = b""
    # As much again as is left: a token of 100 MB is then copied few times.
    while part := file.read(max(_BLOCK_BYTES, len(rest))):
        text = rest + part
        end = len(text.rstrip(_IN_TOKENS).rstrip(_SPACE))
        yield from _cut(text[:end])
        rest = text[end:]
    yield from _cut(rest)


def _cut(text: bytes) -> Iterator[bytes]:
    """Yield a text in parts of about a block; each but the last ends with a whole token.

    After a long token or much white space, what was read at once may have millions of
    tokens.
    """
    start = 0
    while start < len(text):
        end = len(text)
        rest = _TO_TOKEN_END.match(text, start + _BLOCK_BYTES)
        if rest is not None:
            end = rest.end()
        yield text[start:end]
        start = end


def _equal(got: bytes, expected: bytes, rules: Comparison) -> bool:
    tolerant = rules.relative is not None or rules.absolute is not None
    if tolerant and _FLOAT.match(expected):
        value = float(expected)
        # No number can be close to 1e999, which is infinite here: compare it as text.
        if math.isfinite(value):
            return _close(got, value, rules)
    if rules.space_sensitive and expected[:1].isspace():
        return False
    return not rules.case_sensitive and got.lower() == expected.lower()


def _close(got: bytes, expected: float, rules: Comparison) -> bool:
    # The format allows no 0x1p0, nan or 1_000, although some parsers accept them.
    if not _FLOAT.match(got):
        return False
    value = float(got)
    if not math.isfinite(value):
        return False
    difference = abs(value - expected)
    if rules.absolute is not None and difference <= rules.absolute:
        return True
    return rules.relative is not None and difference <= rules.relative * abs(expected)


def _wrong(
    message: str, output: BinaryIO, pattern: re.Pattern[bytes], number: int
) -> CheckResult:
    """Return WA with the line of match `number`, which counts from 1."""
    line = 1
    for text in _texts(output):
        last = next(itertools.islice(pattern.finditer(text), number - 1, None), None)
        if last is not None:
            line += text.count(b"\n", 0, last.start())
            break
        number -= sum(1 for _ in pattern.finditer(text))
        line += text.count(b"\n")
    return CheckResult(Verdict.WA, f"line {line}: {message}")


def _quote(token: bytes) -> str:
    text = token[: 4 * _QUOTED_CHARACTERS].decode("utf-8", "backslashreplace")
    if not text.isprintable():
        text = ascii(text)[1:-1]
    if len(text) <= _QUOTED_CHARACTERS:
        return f"'{text}'"
    return f"'{text[:_QUOTED_CHARACTERS]}...' ({len(token)} bytes)"
