"""Regular expressions of validators, in the syntax that checktestdata has."""

from __future__ import annotations

import re
import warnings
from typing import Any

from judging.values import Value

# The parser that `re` itself uses. It has no public name; what it gives is what `re.DEBUG`
# prints.
_PARSER: Any = re._parser  # type: ignore[attr-defined]
PRINTABLE = frozenset(chr(code) for code in range(32, 127))
_CLASSES = {
    "CATEGORY_DIGIT": frozenset("0123456789"),
    "CATEGORY_WORD": frozenset(c for c in PRINTABLE if c.isalnum() or c == "_"),
    "CATEGORY_SPACE": frozenset(" "),
}
# More than this is as good as no bound.
_MANY = 10**7
_ESCAPED = frozenset("\\.^$|()[]{}*+?")


class Part(Value):
    """A piece of a pattern.

    kind: `set`, one letter of a set, `least` to `most` times; `sequence` and `choice`, of
    parts, as often; `any`, not understood. most: None for no bound.
    """

    kind: str
    letters: frozenset[str] = frozenset()
    parts: tuple[Part, ...] = ()
    least: int = 1
    most: int | None = 1


class NotAPattern(ValueError):
    """A text is no regular expression, or has what the grammars lack."""


def parsed(text: str) -> Part:
    """Return a pattern, without its anchors. Raise NotAPattern."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = _PARSER.parse(text)
    except (re.error, RecursionError, OverflowError) as fault:
        raise NotAPattern(text) from fault
    return _sequence(tree)


def _sequence(tree: Any) -> Part:
    parts = []
    for code, argument in tree:
        part = _part(str(code), argument)
        if part is not None:
            parts.append(part)
    return parts[0] if len(parts) == 1 else Part("sequence", parts=tuple(parts))


def _part(code: str, argument: Any) -> Part | None:
    if code == "AT":
        return None
    if code == "LITERAL":
        return Part("set", frozenset(chr(argument)))
    if code == "NOT_LITERAL":
        return Part("set", PRINTABLE - {chr(argument)})
    if code == "ANY":
        return Part("set", PRINTABLE)
    if code == "IN":
        return Part("set", _letters(argument))
    if code in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, tree = argument
        bound = None if most is _PARSER.MAXREPEAT or int(most) > _MANY else int(most)
        return _repeated(_sequence(tree), int(least), bound)
    if code in ("SUBPATTERN", "ATOMIC_GROUP"):
        return _sequence(argument[-1] if code == "SUBPATTERN" else argument)
    if code == "BRANCH":
        return Part("choice", parts=tuple(_sequence(tree) for tree in argument[1]))
    raise NotAPattern(code)


def _letters(argument: Any) -> frozenset[str]:
    letters: set[str] = set()
    negated = False
    for code, value in argument:
        if str(code) == "NEGATE":
            negated = True
        elif str(code) == "LITERAL":
            letters.add(chr(value))
        elif str(code) == "RANGE":
            letters |= {chr(each) for each in range(value[0], value[1] + 1)}
        elif str(code) == "CATEGORY" and str(value) in _CLASSES:
            letters |= _CLASSES[str(value)]
        else:
            raise NotAPattern(str(code))
    return PRINTABLE - letters if negated else frozenset(letters)


def _repeated(part: Part, least: int, most: int | None) -> Part:
    if (part.least, part.most) == (1, 1):
        return Part(part.kind, part.letters, part.parts, least, most)
    return Part("sequence", parts=(part,), least=least, most=most)


def without_line_end(part: Part) -> Part:
    """Return a pattern for a line without the end of the line."""
    if part.kind == "sequence" and part.parts:
        last = without_line_end(part.parts[-1])
        if last.kind == "sequence" and not last.parts:
            kept = part.parts[:-1]
            if len(kept) == 1 and (part.least, part.most) == (1, 1):
                return kept[0]
            return Part("sequence", parts=kept, least=part.least, most=part.most)
    if part.kind == "set" and part.letters == {"\n"}:
        return Part("sequence")
    return part


def width(part: Part) -> tuple[int, int | None]:
    """Return the least and greatest length of a text that fits; None for no bound."""
    if part.kind == "set":
        return part.least, part.most
    widths = [width(inner) for inner in part.parts]
    lows = [low for low, _ in widths] or [0]
    highs = [high for _, high in widths] or [0]
    if part.kind == "choice":
        low = min(lows)
        high = _most(highs, is_sum=False)
    else:
        low = sum(lows)
        high = _most(highs, is_sum=True)
    if high == 0:
        return 0, 0
    if high is None or part.most is None:
        return low * part.least, None
    return low * part.least, high * part.most


def _most(values: list[int | None], is_sum: bool) -> int | None:
    known = [value for value in values if value is not None]
    if len(known) != len(values):
        return None
    return sum(known) if is_sum else max(known)


def written(part: Part) -> str:
    """Return a pattern in the syntax of checktestdata."""
    if part.kind == "set":
        text = class_of(part.letters)
    elif part.kind == "choice":
        text = "(" + "|".join(written(inner) for inner in part.parts) + ")"
    else:
        text = "".join(written(inner) for inner in part.parts)
        if (part.least, part.most) == (1, 1):
            return text
        text = f"({text})"
    return text + _times(part.least, part.most)


def _times(least: int, most: int | None) -> str:
    plain = {(1, 1): "", (0, 1): "?", (0, None): "*", (1, None): "+"}
    if (least, most) in plain:
        return plain[least, most]
    if least == most:
        return f"{{{least}}}"
    return f"{{{least},{'' if most is None else most}}}"


def class_of(letters: frozenset[str]) -> str:
    """Return a set of letters: `[a-z]`, or one letter alone."""
    if len(letters) == 1:
        (letter,) = letters
        return f"\\{letter}" if letter in _ESCAPED else letter
    codes_of = sorted(ord(letter) for letter in letters)
    runs: list[list[int]] = []
    for code in codes_of:
        if runs and runs[-1][-1] == code - 1:
            runs[-1].append(code)
        else:
            runs.append([code])
    # A minus stands last, where it is no range.
    minus = ord("-")
    text = "".join(_run(run) for run in runs if run != [minus])
    return f"[{text}{'-' if [minus] in runs else ''}]"


def _run(run: list[int]) -> str:
    first = _in_class(run[0])
    last = _in_class(run[-1])
    if len(run) == 1:
        return first
    return first + last if len(run) == 2 else f"{first}-{last}"


def _in_class(code: int) -> str:
    letter = chr(code)
    return f"\\{letter}" if letter in "\\]^[-" else letter


def is_integer(part: Part) -> bool:
    """Return whether a pattern is for integers: digits alone, perhaps with a minus."""
    letters = all_letters(part)
    return bool(letters) and letters <= frozenset("0123456789-") and "1" in letters


def all_letters(part: Part) -> frozenset[str]:
    """Return the letters that texts which fit may have."""
    found = set(part.letters)
    for inner in part.parts:
        found |= all_letters(inner)
    return frozenset(found)


def may_be(text: str, part: Part) -> bool:
    """Return whether a text fits a pattern."""
    try:
        return re.fullmatch(written(part), text) is not None
    except re.error:
        return True


def word_groups(text: str) -> list[str]:
    """Return the groups of a pattern if they are its words, with a space between two."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = list(_PARSER.parse(text))
        plain = [(str(code), argument) for code, argument in tree if str(code) != "AT"]
        if plain and plain[-1] == ("LITERAL", ord("\n")):
            plain.pop()
        if any(code != "SUBPATTERN" for code, _ in plain[::2]):
            return []
        if any(gap != ("LITERAL", ord(" ")) for gap in plain[1::2]):
            return []
        return [written(_sequence(argument[-1])) for _, argument in plain[::2]]
    except (re.error, RecursionError, OverflowError, NotAPattern):
        return []
