"""Find the words of a LaTeX statement that a reader must see. Pure.

Only words that surely become words of the document count. What only commands read, such
as a width, is left out; so is a word whose end is not clear, such as `K{\\"o}nig`, and the
letters of formulas. An argument counts if its command is known to print it.
"""

import json
import re
from collections.abc import Iterator
from importlib.resources import files

from judging.features.statement.latex_arguments import Arguments
from judging.features.statement.literal_text import blank_latex, literal_latex
from judging.values import Value

WORD = re.compile(r"[^\W_]+")
_SIGN = re.compile(
    r"(?P<line_end>\\\\\*?(?:\s{0,9}\[[^\]\n]{0,99}\])?)"
    # Accents, letters of other alphabets, and places where a word may be divided.
    r"|(?P<accent>\\(?:[\"'`^~=./-]|[HcvukrbdG](?![a-zA-Z])"
    r"|(?:o|O|l|L|aa|AA|ae|AE|oe|OE|ss|i|j)(?![a-zA-Z])))"
    r"|\\(?P<command>[a-zA-Z@]+)\*?"
    r"|\\(?P<formula>[\[\]()])"
    r"|\\."
    r"|(?P<word>[^\W_]+)"
    r"|(?P<sign>\$\$?|\})",
    re.DOTALL,
)
# What is known of the commands and environments of LaTeX.
_LATEX = json.loads(
    (files("judging.features.statement") / "resources/latex.json").read_bytes()
)


def _counts(name: str) -> dict[str, int]:
    """Return the names in a list of lists, each with the number of its list."""
    counts: dict[str, int] = {}
    for count, names in enumerate(_LATEX[name]):
        counts |= dict.fromkeys(names, count)
    return counts


# Commands that print their arguments, and how many arguments come before the printed ones.
_PRINTING = _counts("printing")
# How many arguments these environments have. All groups that follow another one are its.
_ENVIRONMENTS = _counts("environments")
_DEFINITION = re.compile(r"\s{0,9}\\[a-zA-Z@]+[^{}\n]{0,30}(?=\{)")
_DIMENSION = re.compile(
    r"\s{0,9}=?\s{0,9}-?[\d.]{0,9}\s{0,9}"
    r"(?:cm|mm|pt|em|ex|in|bp|sp|pc|dd|mu|\\[a-z]{1,20}(?:width|height|skip|indent))\b"
)
# The value of a register: `\\looseness-1`.
_VALUE = re.compile(r"\s{0,9}=\s{0,9}-?\d{1,9}\b|-?\d{1,9}\b")
_CHARACTER = re.compile(r"\s{0,9}[\"'`]?\w{1,9}")
_MACRO = re.compile(
    r"\\(?:re)?(?:newcommand|DeclareMathOperator)\*?\s{0,9}\{?\s{0,9}\\([a-zA-Z@]+)"
    r"|\\[gex]?def\s{0,9}\\([a-zA-Z@]+)"
)
_LONGEST_COMMAND = 40
_LONGEST_GAP = 40
_COMMAND_BEFORE = re.compile(r"\\[a-zA-Z]{1,38}\*?$")
# What makes TeX read the first digit of a number alone: `2^10`, `\frac12`; not `10{,}000`.
_TAKES_DIGIT = re.compile(
    r"[_^]$|\\(?:[dtc]?frac|[dt]?binom|sqrt|math[a-z]{2,4}|bar|hat|vec|overline)$"
    r"|(?<!\{,)\}$"
)
_BEGIN_OF_LISTING = re.compile(r"\\(?:begin\{[a-z]+\}|[a-z]+\*?)(?:\[[^\]\n]{0,300}\])?")
_END_OF_LISTING = re.compile(r"\\end\{[a-z]+\}$")


class Word(Value):
    """A word, and where it stands in its source."""

    text: str
    place: int


def latex_words(text: str) -> Iterator[Word]:
    """Yield the words that the document of a LaTeX statement must have."""
    yield from _Reader(text).words()
    for start, end in literal_latex(text):
        listing = text[start:end]
        begin = _BEGIN_OF_LISTING.match(listing)
        if begin is None or listing.startswith("\\begin{comment}"):
            continue
        last = _END_OF_LISTING.search(listing)
        for match in WORD.finditer(
            listing, begin.end(), last.start() if last else len(listing)
        ):
            yield Word(match[0], start + match.start())


class _Reader:
    """Reads a LaTeX source from its begin to its end."""

    def __init__(self, text: str) -> None:
        self._text = blank_latex(text)
        self._arguments = Arguments(self._text)
        self._macros = {first or last for first, last in _MACRO.findall(self._text)}
        self._in_formula = False
        self._opening = ""  # what began the formula: `$` or `$$`
        # Where text within a formula ends.
        self._ends: list[int] = []
        self._after_accent = False
        # Where each end that was looked for is for the last time.
        self._last_ends: dict[str, int] = {}

    def words(self) -> Iterator[Word]:
        begin = self._text.find("\\begin{document}")
        place = max(begin, 0)
        last = self._text.find("\\end{document}")
        while match := _SIGN.search(self._text, place):
            if 0 <= last <= match.start():
                return
            place = match.end()
            if match["word"]:
                yield from self._read_word(match)
            elif match["command"]:
                place = self._after_command(match["command"], place)
            elif match["formula"]:
                self._in_formula = match["formula"] in "[("
            elif match["sign"]:
                self._read_sign(match)
            self._after_accent = match["accent"] is not None

    def _read_word(self, match: re.Match[str]) -> Iterator[Word]:
        """Yield a word whose ends are clear."""
        start = match.start()
        if self._in_formula:
            # A formula of pandoc has the same numbers.
            if match[0].isdecimal() and not self._is_split(match):
                yield Word(match[0], start)
        elif not (self._after_accent or self._touches_brace(match)):
            following = _SIGN.match(self._text, match.end())
            if following is None or following["accent"] is None:
                yield Word(match[0], start)

    def _is_split(self, number: re.Match[str]) -> bool:
        """Return whether a command or `_` or `^` before a number takes its first digit."""
        before = self._text[
            max(number.start() - _LONGEST_GAP, 0) : number.start()
        ].rstrip()
        return len(number[0]) > 1 and bool(_TAKES_DIGIT.search(before))

    def _touches_brace(self, word: re.Match[str]) -> bool:
        """Return whether a word goes on within or behind a group, as in `K{o}nig`.

        The braces of a command's argument end a word in the document, too.
        """
        text = self._text
        start, end = word.span()
        if text[start - 1 : start] == "}" or text[end : end + 1] == "{":
            return True
        if text[end : end + 1] == "}" and text[end + 1 : end + 2].isalnum():
            return True
        if text[start - 1 : start] != "{" or not text[start - 2 : start - 1].isalnum():
            return False
        before = text[max(start - _LONGEST_COMMAND, 0) : start - 1]
        return _COMMAND_BEFORE.search(before) is None

    def _read_sign(self, match: re.Match[str]) -> None:
        if match[0] == "$$" and self._in_formula and self._opening == "$":
            return  # the end of a formula, and the begin of another one: `$a$$b$`
        if match[0] != "}":
            self._in_formula = not self._in_formula
            self._opening = match[0]
        elif self._ends and match.start() == self._ends[-1]:
            self._ends.pop()
            self._in_formula = True

    def _after_command(self, name: str, place: int) -> int:
        """Return where to read on after a command: behind arguments that are not printed."""
        if name in ("begin", "end"):
            return self._after_environment(name, place)
        if name == "iffalse":
            return self._end_of("\\fi", place)
        if self._in_formula:
            return self._after_command_in_formula(name, place)
        place = self._after_value(name, place)
        if name == "cmidrule":
            place = self._arguments.read(place, "(", False)[1]
        if name not in _PRINTING or name in self._macros:
            return self._after_all(place)
        return self._after_hidden(name, place)

    def _after_value(self, name: str, place: int) -> int:
        """Return where a value ends that follows a command without braces."""
        patterns = [_DIMENSION, _VALUE]
        if name in _LATEX["definitions"]:
            patterns = [_DEFINITION]
        elif name in ("char", "symbol"):
            patterns = [_CHARACTER]
        for pattern in patterns:
            value = pattern.match(self._text, place)
            if value:
                return value.end()
        return place

    def _after_hidden(self, name: str, place: int) -> int:
        """Return where the printed arguments of a command begin."""
        for _ in range(_PRINTING[name]):
            place = self._arguments.read(place, "[", False)[1]
            place = self._arguments.read(place, "{")[1]
        if name == "item":
            return place
        return self._arguments.read(place, "[", False)[1]

    def _after_command_in_formula(self, name: str, place: int) -> int:
        if name in _LATEX["text_in_formulas"]:
            content, end = self._arguments.read(place, "{")
            if content is not None:
                self._ends.append(end - 1)
                self._in_formula = False
                return end - 1 - len(content)
        if name in _LATEX["hidden_in_formulas"] or name in self._macros:
            return self._after_all(place)
        return place

    def _after_environment(self, command: str, place: int) -> int:
        name, place = self._arguments.read(place, "{")
        if name is None:
            return place
        plain = name.rstrip("*")
        if plain in _LATEX["formulas"]:
            self._in_formula = command == "begin"
        if command == "end":
            return place
        if plain in _LATEX["drawings"]:
            return self._end_of(f"\\end{{{name}}}", place)
        count = _ENVIRONMENTS.get(name)
        if count is None:
            return self._after_all(place)
        place = self._arguments.read(place, "[", False)[1]
        if count:
            place = self._arguments.after_width(place)
        for _ in range(count):
            place = self._arguments.read(place, "{")[1]
            place = self._arguments.read(place, "[", False)[1]
        return place

    def _end_of(self, closing: str, place: int) -> int:
        """Return where the next `closing` is, `place` if there is none."""
        if closing not in self._last_ends:
            self._last_ends[closing] = self._text.rfind(closing)
        if self._last_ends[closing] < place:
            return place
        return self._text.index(closing, place)

    def _after_all(self, place: int) -> int:
        """Return where the arguments that follow end."""
        while True:
            _, end = self._arguments.read(place, "[", False)
            _, end = self._arguments.read(end, "{")
            if end == place:
                return place
            place = end
