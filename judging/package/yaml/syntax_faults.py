"""Says what is wrong with a text that is not YAML, and what to change.

PyYAML has two parsers, libyaml's and its own, whose complaints name the parser's rules
("did not find expected <document start>"), differ in words, and often point behind the
fault. So a complaint only tells what the parser was doing; the text around its marks tells
what a person wrote there.
"""

import re
from collections.abc import Callable, Sequence

import yaml

from judging.values import Value

# Source: YAML 1.1, "Line Break Characters"; YAML 1.2 has only the first two.
_LINE_BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_CONFLICT = re.compile(r"<{7} |={7}$|>{7} ")
_KEY = re.compile(r":(\s|$)")  # a colon that ends a key
_CLOSING = {"[": "]", "{": "}"}
_NO_COLON = "expected `key: value`: a colon and a space are missing"
_NO_SPACE = "a space is missing after the colon"
_BOM = "\ufeff"
_NO_BREAK_SPACE = "\u00a0"


class SyntaxFault(Value):
    """What is wrong; `line` counts from 1, None if it is not known."""

    message: str
    line: int | None


class _Place(Value):
    """A position in the text: its row from 0, and the line before and from it on."""

    row: int
    before: str
    rest: str

    @property
    def column(self) -> int:
        return len(self.before) + 1

    @property
    def character(self) -> str:
        return self.rest[:1]

    @property
    def begins_line(self) -> bool:
        return not self.before.strip()


class _Complaint(Value):
    """What the parser was doing (`context`), what it found (`problem`), and where."""

    context: str
    problem: str
    start: _Place
    place: _Place
    lines: Sequence[str]

    def says(self, *words: str) -> bool:
        whole = f"{self.context}, {self.problem}"
        return any(word in whole for word in words)

    @property
    def at_end(self) -> bool:
        """Return True if nothing follows the place."""
        return not self.place.rest.strip() and not any(
            line.strip() for line in self.lines[self.place.row + 1 :]
        )

    @property
    def row_before(self) -> int | None:
        """The row of the last line before the place that has more than a comment."""
        for row in range(self.place.row - 1, -1, -1):
            line = self.lines[row].strip()
            if line and not line.startswith("#"):
                return row
        return None

    def at_start(self, message: str) -> SyntaxFault:
        return SyntaxFault(message, self.start.row + 1)

    def at_place(self, message: str) -> SyntaxFault:
        return SyntaxFault(message, self.place.row + 1)


def not_utf8(content: bytes, failure: UnicodeDecodeError) -> SyntaxFault:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return SyntaxFault("UTF-16: save the file as UTF-8", 1)
    line = content.count(b"\n", 0, failure.start) + 1
    message = f"not UTF-8: byte 0x{content[failure.start]:02x}: save the file as UTF-8"
    return SyntaxFault(message, line)


def unreadable_character(failure: yaml.YAMLError, text: str) -> SyntaxFault:
    """Return the fault of a text with a character that YAML forbids."""
    if not isinstance(failure, yaml.reader.ReaderError):
        return SyntaxFault(f"not YAML: {str(failure).splitlines()[0]}", None)
    message = f"not YAML: the character U+{failure.character:04X} is not allowed"
    # Not by the failure's position: libyaml counts bytes, PyYAML's own parser
    # characters.
    position = text.find(chr(failure.character))
    line = None if position < 0 else text.count("\n", 0, position) + 1
    return SyntaxFault(f"{message}: remove it", line)


def syntax_fault(failure: yaml.MarkedYAMLError, text: str) -> SyntaxFault:
    """Return the parser's complaint in words that say what to change."""
    lines = _LINE_BREAK.split(text)
    mark = failure.problem_mark or failure.context_mark
    if mark is None:
        return SyntaxFault(f"not YAML: {failure.problem or failure.context}", None)
    place = _place(mark, lines)
    complaint = _Complaint(
        context=failure.context or "",
        problem=failure.problem or "",
        start=_place(failure.context_mark or mark, lines),
        place=place,
        lines=lines,
    )
    for explain in _EXPLANATIONS:
        found = explain(complaint)
        if found is not None:
            return SyntaxFault(f"not YAML: {found.message}", found.line)
    parts = [part for part in (failure.context, failure.problem) if part]
    message = f"not YAML: {', '.join(parts)} (column {place.column})"
    return SyntaxFault(message, place.row + 1)


def _place(mark: yaml.Mark, lines: Sequence[str]) -> _Place:
    line = lines[mark.line] if mark.line < len(lines) else ""
    return _Place(mark.line, line[: mark.column], line[mark.column :])


def _conflict(complaint: _Complaint) -> SyntaxFault | None:
    for row, line in enumerate(complaint.lines):
        if _CONFLICT.match(line):
            return SyntaxFault("a conflict of git: choose one of the versions", row + 1)
    return None


def _invisible_character(complaint: _Complaint) -> SyntaxFault | None:
    if complaint.place.character == _BOM or complaint.place.before.endswith(_BOM):
        return complaint.at_place(
            "a byte order mark (U+FEFF) inside the file: remove it"
        )
    rows = [complaint.place.row, complaint.start.row]
    if complaint.row_before is not None:
        rows.append(complaint.row_before)
    for row in sorted(rows):
        if row < len(complaint.lines) and _NO_BREAK_SPACE in complaint.lines[row]:
            message = "a no-break space (U+00A0): replace it by an ordinary space"
            return SyntaxFault(message, row + 1)
    return None


def _tab(complaint: _Complaint) -> SyntaxFault | None:
    place = complaint.place
    if place.character != "\t":
        return None
    if place.begins_line:
        return complaint.at_place("the line begins with a tab: indent with spaces")
    return complaint.at_place(f"a tab in column {place.column}: use spaces")


def _first_character(complaint: _Complaint) -> SyntaxFault | None:
    """Explain a value, or key, that begins with a character that has a meaning."""
    place = complaint.place
    if complaint.says("an alias", "an anchor", "a tag"):
        place = complaint.start
        return complaint.at_start(_needs_quotes(place))
    if complaint.says("cannot start any token", "mapping keys are not allowed"):
        return complaint.at_place(_needs_quotes(place))
    if complaint.says("block node") and place.character and not complaint.at_end:
        return complaint.at_place(_needs_quotes(place))
    if complaint.says("tag handle"):
        return complaint.at_place("a value cannot begin with !: write it in quotes")
    if complaint.says("a directive"):
        return complaint.at_start("a line cannot begin with %: write it in quotes")
    if complaint.says("incompatible YAML document"):
        return complaint.at_start("an unknown version of YAML: remove the line")
    return None


def _needs_quotes(place: _Place) -> str:
    return (
        f"a value cannot begin with {place.character}: "
        f"write it in quotes (column {place.column})"
    )


def _in_quotes(complaint: _Complaint) -> SyntaxFault | None:
    """Explain what is wrong inside of quotes."""
    if complaint.says("end of stream", "document separator") and complaint.says(
        "quoted"
    ):
        column = complaint.start.column
        return complaint.at_start(f"the quote in column {column} is never closed")
    if not complaint.says("quoted scalar", "double-quoted"):
        return None
    return complaint.at_place(
        f"an unknown escape in double quotes (near column {complaint.place.column}): "
        "write \\\\ for a backslash, or use single quotes"
    )


def _block_text(complaint: _Complaint) -> SyntaxFault | None:
    if not complaint.says("a block scalar"):
        return None
    place = complaint.place
    if place.begins_line:
        return complaint.at_place("the text after | or > must be indented with spaces")
    return complaint.at_place(
        f"unexpected text after | or > (column {place.column}): "
        "begin the text in the next line"
    )


def _in_brackets(complaint: _Complaint) -> SyntaxFault | None:
    """Explain what is wrong inside of brackets or braces."""
    if not complaint.says("flow sequence", "flow mapping", "flow node"):
        return None
    opening = complaint.start
    if complaint.says("flow node"):
        # The context of a node is the node itself, not the bracket around it.
        opening = _last_opening(complaint)
    bracket = opening.character
    if complaint.at_end:
        message = f"the {bracket} in column {opening.column} is never closed"
        return SyntaxFault(message, opening.row + 1)
    place = complaint.place
    if complaint.says("flow node"):
        return complaint.at_place(_needs_quotes(place))
    closing = _CLOSING.get(bracket, "closing bracket")
    if place.row == opening.row:
        return complaint.at_place(
            f"a comma or {closing} is missing before column {place.column}"
        )
    return complaint.at_place(
        f"a comma or {closing} is missing before this line: "
        f"the {bracket} in line {opening.row + 1} is still open"
    )


def _last_opening(complaint: _Complaint) -> _Place:
    """Return the last [ or { before the place; it is never in quotes where no value is."""
    for row in range(min(complaint.place.row, len(complaint.lines) - 1), -1, -1):
        line = complaint.lines[row]
        if row == complaint.place.row:
            line = complaint.place.before
        column = max(line.rfind("["), line.rfind("{"))
        if column >= 0:
            return _Place(row, line[:column], line[column:])
    return complaint.place


def _colon(complaint: _Complaint) -> SyntaxFault | None:
    """Explain a colon where no key can end, or a key without a colon."""
    place = complaint.place
    if complaint.says("could not find expected ':'"):
        line = complaint.lines[complaint.start.row]
        return complaint.at_start(_NO_SPACE if ":" in line else _NO_COLON)
    if not complaint.says("mapping values are not allowed"):
        return None
    if _KEY.search(place.before):
        return complaint.at_place(
            f"a second `: ` in column {place.column}: write the value in quotes"
        )
    row = complaint.row_before
    if row is None:
        return None
    line = complaint.lines[row]
    if _KEY.search(line):
        return complaint.at_place(
            f"indented deeper than line {row + 1}, which has a value already"
        )
    return SyntaxFault(_NO_SPACE if ":" in line else _NO_COLON, row + 1)


def _in_block(complaint: _Complaint) -> SyntaxFault | None:
    """Explain what is neither the next key of a mapping nor the next item of a list."""
    if not complaint.says("block mapping", "block collection", "block sequence"):
        return None
    place = complaint.place
    if place.character and place.character in "]}":
        return complaint.at_place(
            f"{place.character} in column {place.column} closes nothing"
        )
    if not place.begins_line:
        last = place.before.rstrip()[-1]
        if last in "\"'":
            return complaint.at_place(_after_quote(place, last))
        return complaint.at_place(
            f"unexpected text in column {place.column}: write the value in quotes"
        )
    if place.column != complaint.start.column:
        spaces = place.column - 1
        indent = "1 space" if spaces == 1 else f"{spaces} spaces"
        return complaint.at_place(
            f"indented by {indent}: lines that belong together begin in one column"
        )
    if complaint.says("block mapping"):
        return complaint.at_place("a list item among keys: expected `key: value`")
    return complaint.at_place("a key among list items: expected a line with `- `")


def _after_quote(place: _Place, quote: str) -> str:
    where = f"text after the closing quote (column {place.column})"
    if place.before.count(quote) % 2 == 1:
        return f"{where}, which belongs to a quote that is not closed in a line above"
    return (
        f"{where}: write '' for ' inside single quotes, \\\" for \" inside double ones"
    )


def _item_in_line(complaint: _Complaint) -> SyntaxFault | None:
    if not complaint.says("sequence entries are not allowed"):
        return None
    column = complaint.place.column
    message = f"a list item in column {column}: begin it on a line of its own"
    return complaint.at_place(message)


def _plain_colon(complaint: _Complaint) -> SyntaxFault | None:
    """Explain a colon inside of brackets that PyYAML's own parser does not read."""
    if not complaint.says("a plain scalar"):
        return None
    return complaint.at_place(
        f"a colon in column {complaint.place.column}: write the value in quotes"
    )


def _document_start(complaint: _Complaint) -> SyntaxFault | None:
    if not complaint.says("<document start>"):
        return None
    above = complaint.lines[: complaint.place.row]
    if any(line.startswith("...") for line in above):
        return complaint.at_place("text after the end of the document (`...`)")
    if any(line.startswith("%") for line in above):
        return complaint.at_place("a line cannot begin with %: remove such lines above")
    return complaint.at_place(
        "indented less than the lines above: begin all of them in one column"
    )


# The first that knows the complaint explains it.
_EXPLANATIONS: Sequence[Callable[[_Complaint], SyntaxFault | None]] = (
    _conflict,
    _invisible_character,
    _tab,
    _in_quotes,
    _block_text,
    _plain_colon,
    _in_brackets,
    _first_character,
    _colon,
    _document_start,
    _item_in_line,
    _in_block,
)
