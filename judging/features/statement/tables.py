"""Rewrite the tables of a LaTeX statement as pandoc reads them. Pure.

pandoc reads `tabular` with the columns `l`, `c`, `r` and `p{...}`. It takes other tables
apart, such as those with columns of the setter's own, and prints rules within a table
(`\\cline{1-2}`) as text. What is rewritten here has the same letters on the same lines.
"""

import re
from dataclasses import dataclass

from judging.features.statement.latex_arguments import Arguments
from judging.features.statement.literal_text import blank_latex
from judging.values import Value

# Each environment with a table, and whether its width is stated before its columns.
_TABLES = {
    "tabular": False,
    "tabular*": True,
    "tabularx": True,
    "tabulary": True,
    "tabu": False,
    "longtable": False,
    "longtabu": False,
    "xltabular": True,
    "supertabular": False,
    "array": False,
}
# Within formulas, pandoc reads `array` itself; longtable may have a caption.
_KEPT = ("longtable", "array")
_PART = re.compile(
    r"\\(?P<kind>begin|end)\s{0,9}\{(?P<table>[a-z]{2,12}\*?)\}"
    r"|\\(?P<spanning>multicolumn)(?![a-zA-Z])"
    r"|\\multirow(?P<rows>\s{0,9}\{[^{}\n]{0,9}\})\s{0,9}\*"
    r"|\\(?P<stack>shortstack|makecell|thead)(?![a-zA-Z])"
    r"|\\(?P<rule>cline|cmidrule|hhline|addlinespace|specialrule)(?![a-zA-Z])"
    r"|(?P<line_end>\\\\\*?)"
)
# How many arguments in braces a rule within a table has.
_RULES = {"cline": 1, "cmidrule": 1, "hhline": 1, "addlinespace": 0, "specialrule": 3}
# No table is as wide.
_MOST_COLUMNS = 200
# No columns need as much text. Tables may stand in tables, and each must not be read
# again for all that are around it.
_LONGEST = 2000
# Columns may be stated within columns, `*{2}{*{2}{c}}`, but nobody goes as deep.
_DEEPEST = 9
# What pandoc applies to each cell of a column; it prints a part of other commands.
_DECORATION = re.compile(
    r"\\(?:bfseries|itshape|ttfamily|scshape|slshape|sffamily|bf|it|tt|em)(?![a-zA-Z])|\$"
)
_COUNT = re.compile(r"\s{0,9}[0-9]{1,2}\s{0,9}")
_LINE_END = re.compile(r"\\\\\*?(?:\[[^\]\n]{0,99}\])?")
_WORD = re.compile(r"\w")
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\s{0,9}\{[^{}]{0,99}\})?|\\.")


class LeftOut(Value):
    """Words between two columns, which are not printed, and their line, from 1."""

    line: int
    words: str


@dataclass(slots=True)
class _Columns:
    """The columns of a table as pandoc reads them, and the texts between them."""

    letters: list[str]
    between: list[str]


def plain_tables(text: str) -> tuple[str, list[LeftOut]]:
    """Return the text with tables that pandoc reads, and the words that this leaves out."""
    # Of the same length: places in it are places in the text.
    blank = blank_latex(text)
    arguments = Arguments(blank)
    kept = []
    left_out: list[LeftOut] = []
    place = 0
    for match in _PART.finditer(blank):
        if match.start() < place:  # within what was rewritten
            continue
        rewritten, end, between = _rewritten(match, text, arguments)
        kept += [text[place : match.start()], rewritten]
        # Lines keep their numbers.
        lines = text.count("\n", match.start(), end) - rewritten.count("\n")
        kept.append("\n" * lines)
        for words in between:
            line = text.count("\n", 0, match.start()) + 1
            left_out.append(LeftOut(line, words))
        place = end
    return "".join(kept) + text[place:], left_out


def _rewritten(
    match: re.Match[str], text: str, arguments: Arguments
) -> tuple[str, int, list[str]]:
    """Return what stands in place of a part, where the part ends, and what is left out."""
    end = match.end()
    if match["line_end"]:  # pandoc prints the star of `\\*`
        return r"\\", end, []
    if match["rows"]:
        return f"\\multirow{match['rows']}{{*}}", end, []
    if match["rule"]:
        for bracket in "[(" + "{" * _RULES[match["rule"]]:
            end = arguments.read(end, bracket)[1]
        return "", end, []
    if match["spanning"]:
        return _spanning(match, arguments)
    if match["stack"]:
        return _stacked(match, text, arguments)
    return _table(match, arguments)


def _table(match: re.Match[str], arguments: Arguments) -> tuple[str, int, list[str]]:
    """Return the begin or the end of a table that pandoc reads."""
    name = match["table"]
    as_it_is = (match[0], match.end(), list[str]())
    if name not in _TABLES:
        return as_it_is
    shown = name if name in _KEPT else "tabular"
    if match["kind"] == "end":
        return f"\\end{{{shown}}}", match.end(), []
    end = arguments.read(match.end(), "[")[1]
    end = arguments.after_width(end)
    if _TABLES[name]:
        end = arguments.read(end, "{")[1]
        end = arguments.read(end, "[")[1]
    specification, end = arguments.read(end, "{")
    if specification is None or len(specification) > _LONGEST:
        return as_it_is
    columns = _columns(specification)
    if not columns.letters:
        return as_it_is
    return f"\\begin{{{shown}}}{{{''.join(columns.letters)}}}", end, columns.between


def _spanning(match: re.Match[str], arguments: Arguments) -> tuple[str, int, list[str]]:
    r"""Return `\multicolumn` with one plain column; its third argument stays."""
    count, end = arguments.read(match.end(), "{")
    specification, end = arguments.read(end, "{")
    if count is None or specification is None or len(specification) > _LONGEST:
        return match[0], match.end(), []
    columns = _columns(specification)
    column = "l"
    if columns.letters and columns.letters[0][-1] in "cr":
        column = columns.letters[0][-1]
    return f"\\multicolumn{{{count}}}{{{column}}}", end, columns.between


def _stacked(
    match: re.Match[str], text: str, arguments: Arguments
) -> tuple[str, int, list[str]]:
    """Return lines that are stacked in one cell: pandoc ends the row at their `\\`."""
    _, begin = arguments.read(match.end(), "[")
    stacked, end = arguments.read(begin, "{")
    if stacked is None:
        return match[0], match.end(), []
    lines = _LINE_END.sub(r"\\newline ", text[begin:end])
    return lines, end, []


def _columns(specification: str, depth: int = 0) -> _Columns:
    """Return the columns that a specification states."""
    arguments = Arguments(specification)
    columns = _Columns([], [])
    before = ""
    place = 0
    while place < len(specification) and len(columns.letters) < _MOST_COLUMNS:
        sign = specification[place]
        place += 1
        if sign == "*":
            count, place = _token(arguments, place)
            repeated, place = _token(arguments, place)
            if depth < _DEEPEST:
                inner = _columns(repeated, depth + 1)
                times = int(count) if _COUNT.fullmatch(count) else 1
                columns.letters += inner.letters * times
                columns.between += inner.between
        elif sign in "@!":
            between, place = _token(arguments, place)
            if _WORD.search(_COMMAND.sub("", between)):
                columns.between.append(between.strip())
        elif sign == ">":
            before, place = _token(arguments, place)
        elif sign == "<":
            after, place = _token(arguments, place)
            after = _decoration(after)
            if after and columns.letters:
                columns.letters[-1] += f"<{{{after}}}"
        elif sign.isascii() and sign.isalpha():
            letter, place = _letter(sign, before, arguments, place)
            columns.letters.append(letter)
            before = ""
    del columns.letters[_MOST_COLUMNS:]
    return columns


def _token(arguments: Arguments, place: int) -> tuple[str, int]:
    """Return what follows: an argument in braces, or one sign."""
    argument, end = arguments.read(place, "{")
    if argument is not None:
        return argument, end
    return arguments.text[place : place + 1], place + 1


def _letter(sign: str, before: str, arguments: Arguments, place: int) -> tuple[str, int]:
    """Return a column, with what precedes each of its cells, and where it ends."""
    align = sign.lower() if sign in "lcrLCR" else "l"
    place = arguments.read(place, "[")[1]
    first, place = arguments.read(place, "{")
    argument = first
    while argument is not None:
        argument, place = arguments.read(place, "{")
    # `w{c}{2cm}` states where its text is.
    if sign in "wW" and first in ("l", "c", "r"):
        align = first
    if re.search(r"\\[cC]entering", before):
        align = "c"
    if re.search(r"\\raggedleft|\\RaggedLeft", before):
        align = "r"
    before = _decoration(before)
    return (f">{{{before}}}{align}" if before else align), place


def _decoration(stated: str) -> str:
    """Return what stands before or after each cell of a column, as pandoc reads it."""
    if "\\" not in stated:
        return stated.strip()
    return "".join(_DECORATION.findall(stated))
