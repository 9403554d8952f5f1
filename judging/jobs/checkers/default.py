"""The default output comparison of the Kattis package format: token by token. Pure.

Source of the rules and arguments: problem package format 2025-09, "default output validator".
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judging.core.results import CheckResult
from judging.core.verdicts import Verdict

_SPACE = b" \t\n\v\f\r"
_TOKEN = re.compile(rb"[^ \t\n\v\f\r]+")
_PIECE = re.compile(rb"[^ \t\n\v\f\r]+|[ \t\n\v\f\r]+")
_FLOAT = re.compile(rb"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\Z")
# From a place on: what is left of a run of white space, and the rest of the token after that.
_ON = re.compile(rb"[ \t\n\v\f\r]*[^ \t\n\v\f\r]*")
_BLOCK_BYTES = 64 * 1024
_SHOWN = 40
_TOLERANCES = {
    "float_tolerance": ("relative", "absolute"),
    "float_relative_tolerance": ("relative",),
    "float_absolute_tolerance": ("absolute",),
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """How tokens are compared. A tolerance of None: floats are compared as text."""

    case_sensitive: bool = False
    space_sensitive: bool = False
    relative: float | None = None
    absolute: float | None = None


def parse_args(args: Sequence[str]) -> Comparison:
    """Reads `output_validator_args`, a later tolerance in place of an earlier one; ValueError says
    what is wrong with them."""
    case = space = False
    tolerance: dict[str, float] = {}
    words = iter(args)
    for word in words:
        if word == "case_sensitive":
            case = True
        elif word == "space_change_sensitive":
            space = True
        elif word in _TOLERANCES:
            value = _tolerance(word, next(words, None))
            tolerance |= dict.fromkeys(_TOLERANCES[word], value)
        else:
            raise ValueError(
                f"unknown argument '{word}' of the default comparison; known: case_sensitive, "
                "space_change_sensitive, float_tolerance E, float_relative_tolerance E, "
                "float_absolute_tolerance E"
            )
    return Comparison(case, space, tolerance.get("relative"), tolerance.get("absolute"))


def stated_twice(args: Sequence[str]) -> str | None:
    """The tolerance that `args`, which can be read, state a second time; None where none is. The
    2025-09 format forbids it; before, the later one held."""
    kinds: list[str] = []
    for word in args:
        if word in _TOLERANCES:
            fresh = _TOLERANCES[word]
            if any(kind in kinds for kind in fresh):
                return word
            kinds += fresh
    return None


def _tolerance(word: str, text: str | None) -> float:
    shown = text or ""
    value = float(shown) if _FLOAT.match(shown.encode("utf-8", "replace")) else math.nan
    if not 0 <= value < math.inf:
        raise ValueError(f"{word} needs a number of at least 0 behind it, not '{shown}'")
    return value


def compare(output: bytes, answer: bytes, args: Sequence[str] = ()) -> CheckResult:
    """AC when `output` matches `answer`, else WA and where they first differ.

    Time is linear in the sizes, and memory beside them bounded. Raises ValueError for unknown
    `args`.
    """
    if output == answer:
        return CheckResult(Verdict.AC)
    rules = parse_args(args)
    pattern = _PIECE if rules.space_sensitive else _TOKEN
    got_blocks, expected_blocks = _blocks(output, pattern), _blocks(answer, pattern)
    got: list[bytes] = []
    expected: list[bytes] = []
    number = 0
    while (got := got or next(got_blocks, [])) and (
        expected := expected or next(expected_blocks, [])
    ):
        shared = min(len(got), len(expected))
        # Lists are compared in a moment; token by token takes a hundred times as long.
        if got[:shared] != expected[:shared]:
            for place in range(shared):
                if got[place] != expected[place] and not _equal(got[place], expected[place], rules):
                    what = f"expected {_shown(expected[place])}, read {_shown(got[place])}"
                    number += place + 1
                    return _wrong(f"token {number}: {what}", output, pattern, number)
        number += shared
        got, expected = got[shared:], expected[shared:]
    if got:
        return _wrong(f"extra output: {_shown(got[0])}", output, pattern, number + 1)
    missing = expected or next(expected_blocks, [])
    if not missing:
        return CheckResult(Verdict.AC)
    early = "no output" if not output.strip(_SPACE) else "output ends early"
    return CheckResult(Verdict.WA, f"{early}, expected {_shown(missing[0])}")


def _blocks(text: bytes, pattern: re.Pattern[bytes]) -> Iterator[list[bytes]]:
    """The matches of `pattern` in order, some at a time."""
    start = 0
    while start < len(text):
        rest = _ON.match(text, start + _BLOCK_BYTES)
        end = rest.end() if rest is not None else len(text)
        if found := pattern.findall(text, start, end):
            yield found
        start = end


def _equal(got: bytes, expected: bytes, rules: Comparison) -> bool:
    tolerant = rules.relative is not None or rules.absolute is not None
    # 1e999 is no number that anything could be near to: it is compared as text.
    if tolerant and _FLOAT.match(expected) and math.isfinite(value := float(expected)):
        return _close(got, value, rules)
    if rules.space_sensitive and expected[:1].isspace():
        return False
    return not rules.case_sensitive and got.lower() == expected.lower()


def _close(got: bytes, expected: float, rules: Comparison) -> bool:
    # The grammar of the format: no 0x1p0, no nan, no 1_000, though some parsers take them.
    if not _FLOAT.match(got) or not math.isfinite(value := float(got)):
        return False
    difference = abs(value - expected)
    return (rules.absolute is not None and difference <= rules.absolute) or (
        rules.relative is not None and difference <= rules.relative * abs(expected)
    )


def _wrong(message: str, output: bytes, pattern: re.Pattern[bytes], number: int) -> CheckResult:
    """WA with the line of the match number `number`, counted from 1."""
    match = next(itertools.islice(pattern.finditer(output), number - 1, None))
    line = output.count(b"\n", 0, match.start()) + 1
    return CheckResult(Verdict.WA, f"line {line}: {message}")


def _shown(token: bytes) -> str:
    text = token[: 4 * _SHOWN].decode("utf-8", "backslashreplace")
    text = text if text.isprintable() else ascii(text)[1:-1]
    return f"'{text}'" if len(text) <= _SHOWN else f"'{text[:_SHOWN]}...' ({len(token)} bytes)"
