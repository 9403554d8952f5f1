"""Read the arguments of commands in LaTeX. Pure."""

import re
from dataclasses import dataclass, field

_BRACKET = re.compile(r"\\.|[{}\[\]()]", re.DOTALL)
_OPENING = {"}": "{", "]": "[", ")": "("}
_WIDTH = re.compile(r"\s{0,9}(?:to|spread)\b[^{}\n]{0,99}(?=\{)")
_GAP = re.compile(r"\s{0,99}")


@dataclass(slots=True)
class Arguments:
    """The arguments in a text without comments and listings.

    All brackets are paired in one pass: a text that begins many arguments and ends none
    must not be read again for each of them.
    """

    text: str
    _closings: dict[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self._closings = {}
        begun: list[tuple[str, int]] = []
        for match in _BRACKET.finditer(self.text):
            sign = match[0]
            if sign in "{[(":
                begun.append((sign, match.start()))
            elif sign in _OPENING:
                self._close(_OPENING[sign], match.start(), begun)

    def _close(self, opening: str, place: int, begun: list[tuple[str, int]]) -> None:
        if opening == "{":
            # Other brackets may stand alone; they end with the group that they are in.
            while begun and begun[-1][0] != "{":
                begun.pop()
        if begun and begun[-1][0] == opening:
            self._closings[begun.pop()[1]] = place

    def read(
        self, place: int, bracket: str, may_have_gap: bool = True
    ) -> tuple[str | None, int]:
        """Return the argument in brackets at `place`, and where it ends; None, and
        `place`, if there is none."""
        start = place
        gap = _GAP.match(self.text, place)
        if may_have_gap and gap:
            start = gap.end()
        if self.text[start : start + 1] != bracket or start not in self._closings:
            return None, place
        end = self._closings[start]
        return self.text[start + 1 : end], end + 1

    def after_width(self, place: int) -> int:
        """Return where the width of a table ends that is stated without braces, as in
        `\\begin{tabu} to 5cm {ll}`."""
        width = _WIDTH.match(self.text, place)
        return width.end() if width else place
