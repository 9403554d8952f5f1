"""Find the bounds that a statement states in formulas, such as `1 \\le n \\le 1000`. Pure.

Only chains of names and numbers are read. What stands beside a chain may give it another
meaning, so a chain beside an operator is left out: `n + m \\le 10`, `k \\le 2n`,
`\\sum n \\le 10^6`.
"""

import math
import re
from collections.abc import Iterator, Sequence

from judging.values import Value

Number = int | float

# White space between the digits of a number belongs to it if it is narrow or unbreakable.
_TOKEN = re.compile(
    r"(?P<narrow>(?<=[0-9])[\u00a0\u2009\u202f](?=[0-9]))|"
    r"\s++|\\[A-Za-z]++|\\.|&[a-z]++;|[A-Za-z]++|[0-9]++|<=|\.\.\.|.",
    re.DOTALL,
)
# What several markups write in several ways, and one sign for each.
_SIGNS = {
    **dict.fromkeys(("\\le", "\\leq", "\\leqslant", "&le;", "<=", "≤", "⩽"), "≤"),
    **dict.fromkeys(("<", "\\lt", "&lt;"), "<"),
    **dict.fromkeys(("\\cdot", "\\times", "·", "\u00d7", "*", "dot", "times"), "*"),
    **dict.fromkeys(("\\ldots", "\\dots", "\\cdots", "...", "…"), "…"),
    **dict.fromkeys(("\u2212", "\u2013"), "-"),
}
# Between groups of three digits: 1\,000, 1{,}000, 1~000, 1,000, 1'000.
_SPACES = ("\\,", "\\;", "\\!", "\\:", "\\ ", "~", "\u00a0", "\u2009", "\u202f")
_GROUPING = (*_SPACES, ",", "'", "\u2019")
# A number that may mean two things: 30.000 is thirty thousand in many languages, and
# thirty in others. Nothing is said about a quantity that is bounded by it.
_UNCLEAR = math.nan
# Macros and words in a backslash that begin no term of a formula.
_HARMLESS = {
    "\\item",
    "\\quad",
    "\\qquad",
    "\\text",
    "\\hfill",
    "\\hline",
    "\\end",
    "\\par",
}
_BULLETS = ("-", "*", "+")
# A product of more factors is none that people write. Larger powers take long to compute.
_MOST_FACTORS = 4
_MOST_DIGITS = 400
_MOST_NAMES = 20


class StatedBounds(Value):
    """The bounds of one quantity, the widest ones that a statement has of it.

    line: of the first chain with both.
    strict: some of them are written with `<`, so that they are one off if the quantity is
        no whole number.
    """

    name: str
    low: Number
    high: Number
    line: int
    strict: bool = False


class _Token(Value):
    """A word, a number's digits, a macro, or one other sign.

    spaced: white space comes before it.
    first: it is the first one of its line.
    """

    text: str
    line: int
    spaced: bool
    first: bool


_END = _Token("", 0, spaced=True, first=False)


class _Chain(Value):
    """`low ≤ names ≤ high`; one of the bounds may be missing. `end`: the next token.
    `strict`: written with `<`."""

    names: tuple[str, ...]
    low: Number | None
    high: Number | None
    line: int
    end: int
    strict: bool


def stated_bounds(text: str) -> tuple[StatedBounds, ...]:
    """Return the bounds of each quantity that some chain bounds from both sides, in the
    order of the text. Bounds in other chains count where they are wider."""
    by_name: dict[str, list[_Chain]] = {}
    for chain in _chains(_tokens(text)):
        for name in chain.names:
            by_name.setdefault(name, []).append(chain)
    found = []
    for name, chains in by_name.items():
        lows = [chain.low for chain in chains if chain.low is not None]
        highs = [chain.high for chain in chains if chain.high is not None]
        if any(map(math.isnan, [*lows, *highs])):
            continue
        strict = any(chain.strict for chain in chains)
        for chain in chains:
            if chain.low is not None and chain.high is not None:
                widest = StatedBounds(name, min(lows), max(highs), chain.line, strict)
                found.append(widest)
                break
    return tuple(found)


def canonical_name(name: str) -> str:
    """Return a name without braces and brackets: `a_{i}`, `a[i]` and `a_i` are one."""
    return re.sub(r"[\s{}\]]", "", name).replace("[", "_")


def base_name(name: str) -> str:
    """Return a canonical name without its index: `a` of `a_i`."""
    return name.partition("_")[0]


def _tokens(text: str) -> list[_Token]:
    found = []
    line = 1
    spaced = first = True
    for match in _TOKEN.finditer(text):
        written = match[0]
        if written.isspace() and match["narrow"] is None:
            line += written.count("\n")
            spaced = True
            first = first or "\n" in written
            continue
        found.append(_Token(_SIGNS.get(written, written), line, spaced, first))
        line += written.count("\n")  # a backslash at the end of a line
        spaced = first = False
    return found


def _chains(tokens: Sequence[_Token]) -> Iterator[_Chain]:
    reader = _Reader(tokens)
    place = 0
    while place < len(tokens):
        chain = reader.chain(place)
        if chain is None:
            place += 1
            continue
        if reader.begins_alone(place) and reader.ends_alone(chain):
            yield chain
        place = chain.end


class _Reader(Value):
    """Reads chains. Each function gets the place of a token, and returns what begins
    there with the place of the token behind it, or None."""

    tokens: Sequence[_Token]

    def at(self, place: int) -> _Token:
        return self.tokens[place] if 0 <= place < len(self.tokens) else _END

    def chain(self, place: int) -> _Chain | None:
        line = self.at(place).line
        strict = False
        low = high = None
        number = self.number(place)
        if number is not None:
            value, place = number
            sign = self.at(place).text
            if sign not in ("≤", "<"):
                return None
            strict = sign == "<"
            low = value + 1 if strict else value
            place += 1
        named = self.names(place)
        if named is None:
            return None
        names, place = named
        sign = self.at(place).text
        if sign in ("≤", "<"):
            number = self.number(place + 1)
            if number is not None:
                value, place = number
                strict = strict or sign == "<"
                high = value - 1 if sign == "<" else value
        if low is None and high is None:
            return None
        return _Chain(names, low, high, line, place, strict)

    def names(self, place: int) -> tuple[tuple[str, ...], int] | None:
        """Read `n`, `a_i` or `a_1, a_2, ..., a_n`."""
        found: list[str] = []
        one = self.name(place)
        while one is not None and len(found) < _MOST_NAMES:
            name, place = one
            found.append(name)
            if self.at(place).text != ",":
                break
            one = self.name(place + 1)
        if not found:
            return None
        return tuple(name for name in found if name != "…"), place

    def name(self, place: int) -> tuple[str, int] | None:
        text = self.at(place).text
        if text == "…":
            return text, place + 1
        if not _is_word(text):
            return None
        if self.at(place + 1).text != "_":
            return text, place + 1
        index = self.at(place + 2).text
        if index != "{":
            return f"{text}_{index}", place + 3
        if self.at(place + 4).text != "}":
            return None
        return f"{text}_{self.at(place + 3).text}", place + 5

    def number(self, place: int) -> tuple[Number, int] | None:
        """Read a number such as `-5`, `1\\,000`, `0.5`, `2 * 10^5`, `2^{31} - 1`."""
        try:
            return self._number(place)
        except OverflowError:  # of a fraction beside a large number
            return None

    def _number(self, place: int) -> tuple[Number, int] | None:
        negative = self.at(place).text == "-" and not self.at(place + 1).spaced
        factor = self.factor(place + negative)
        if factor is None:
            return None
        value, place = factor
        for _ in range(_MOST_FACTORS - 1):
            factor = self.factor(place + 1) if self.at(place).text == "*" else None
            if factor is None:
                break
            value *= factor[0]
            place = factor[1]
        if negative:
            value = -value
        sign = self.at(place).text
        addend = self.at(place + 1).text
        if sign in ("+", "-") and _is_digits(addend):
            value += int(sign + addend)
            place += 2
        return value, place

    def factor(self, place: int) -> tuple[Number, int] | None:
        if not _is_digits(self.at(place).text):
            return None
        digits = self.at(place).text
        place += 1
        # 0.001 and 0,001 are fractions in every language.
        whole = digits
        while len(digits) < _MOST_DIGITS and (group := self.group(place)):
            digits += group.text
            # A comma or a point in braces, or one sign.
            place += 4 if self.at(place).text == "{" else 2
        value: Number = int(digits)
        if len(digits) > len(whole) and whole.startswith("0"):
            value = _UNCLEAR
        fractions = self.fractions(place)
        if fractions:
            value = _with_fractions(whole, digits, fractions)
            place += 2 * len(fractions)
        if self.at(place).text != "^":
            return value, place
        inner = place + 1
        if self.at(inner).text in ("{", "("):
            inner += 1
        power = self.at(inner).text
        if not _is_digits(power) or len(digits) * int(power) > _MOST_DIGITS:
            return None
        # The bracket behind the power too.
        return value ** int(power), inner + 1 + (inner - place - 1)

    def fractions(self, place: int) -> list[str]:
        """Return the digits behind each point of a number: of 1.000.000, two groups."""
        found: list[str] = []
        while self.at(place).text == "." and len(found) < _MOST_DIGITS:
            digits = self.at(place + 1)
            if not _is_digits(digits.text) or digits.spaced:
                break
            found.append(digits.text)
            place += 2
        return found

    def group(self, place: int) -> _Token | None:
        """Return the next three digits of a number in groups."""
        separator = self.at(place)
        digits = self.at(place + 1)
        if (
            separator.text == "{"
            and digits.text in (",", ".")
            and self.at(place + 2).text == "}"
        ):
            digits = self.at(place + 3)
        elif separator.text not in _GROUPING or separator.spaced or digits.spaced:
            return None
        return digits if _is_digits(digits.text) and len(digits.text) == 3 else None

    def begins_alone(self, place: int) -> bool:
        """Return whether what stands before a chain is no part of its first term."""
        before = self.at(place - 1)
        text = before.text
        if text in _BULLETS and before.first and self.at(place).spaced:
            return True
        if text == "|":  # the column of a table, but not `|x|`
            return self.at(place).spaced
        if _is_word(text):  # `where n`, but not `k n`
            return len(text) > 1 and self.at(place).spaced
        if len(text) > 2 and text.startswith("\\"):
            return text in _HARMLESS
        return not _is_digits(text) and text not in tuple("+-*/^_|)}]=>≥.")

    def ends_alone(self, chain: _Chain) -> bool:
        """Return whether what stands behind a chain is no part of its last term. Behind a
        name comes what bounds it from above, if anything."""
        after = self.at(chain.end)
        text = after.text
        if _is_word(text):
            return len(text) > 1 and after.spaced
        if text in ("(", "|"):  # a remark, or the next column of a table
            return after.spaced
        if len(text) > 2 and text.startswith("\\"):
            return text in _HARMLESS
        if text in ("≤", "<"):
            return chain.high is None
        return not _is_digits(text) and text not in tuple("+-*/^_[{=>≥")


def _with_fractions(whole: str, digits: str, fractions: Sequence[str]) -> Number:
    """Return the value of a number with points.

    whole: what stands before the first separator. digits: what stands before the first
        point. fractions: what stands behind each point.
    """
    in_threes = all(len(part) == 3 for part in fractions)
    is_group = len(whole) <= 3 and not whole.startswith("0")
    if len(fractions) > 1:
        may_be_thousands = in_threes and is_group and digits == whole
        return int(digits + "".join(fractions)) if may_be_thousands else _UNCLEAR
    if in_threes and is_group and digits == whole:
        return _UNCLEAR
    return float(f"{digits}.{fractions[0]}")


def _is_word(text: str) -> bool:
    return text.isascii() and text.isalpha()


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
