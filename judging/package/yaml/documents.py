"""Read YAML files as plain values with the line of every key, for diagnostics.

The values follow YAML 1.2's core schema, so `no` is text and `2025-09-01` is no date.
They are built from parser events, not by a library's constructor, because only the
events allow refusing duplicate keys, exploding aliases and endless nesting with a line.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import yaml

from judging.core.diagnostics import (
    Diagnostic,
    DiagnosticSink,
    Location,
    Severity,
    error,
)
from judging.core.templates import substitute_bytes, unknown_constants
from judging.package.yaml.syntax_faults import (
    SyntaxFault,
    not_utf8,
    syntax_fault,
    unreadable_character,
)
from judging.values import Value, replace

# The three bounds are far above what a person writes, and low enough that a hostile file
# is refused within seconds and without filling the memory.
MAX_BYTES = 16 * 1024 * 1024
# Aliases count in full: nine lines of nine aliases each would stand for 9^9 values.
MAX_VALUES = 200_000
# The builder calls itself at each level, and Python ends such calls at about 1000.
MAX_DEPTH = 50

KeyPath = tuple[str | int, ...]

# The loader that uses libyaml is faster, but not every wheel of PyYAML has it.
LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_LONGEST_QUOTE = 40


def _integer(digits: str, base: int) -> int:
    """Return the integer; raise ValueError if it is too long to be written in decimal.

    Python bounds the digits of decimal text only, but a value may end up in a message.
    """
    return int(str(int(digits, base)))


# Source for both tables: YAML 1.2.2, "Core Schema".
_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
}
_NUMBERS: tuple[tuple[re.Pattern[str], Callable[[str], float]], ...] = (
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0o[0-7]+"), lambda text: _integer(text[2:], 8)),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: _integer(text[2:], 16)),
    (re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?\.(?:inf|Inf|INF)"), lambda text: float(text.replace(".", ""))),
)


class Document(Value):
    """One YAML file whose top level is a mapping.

    `file` is its name in messages, relative to the package root. `data` holds dicts with
    text keys, lists, str, int, float, bool and None. `lines` has the line, from 1, of
    every key and list item.
    """

    file: str
    data: dict[str, object]
    lines: Mapping[KeyPath, int]

    def line(self, path: KeyPath) -> int | None:
        """Return the line of the key at `path`, or of the nearest key around it."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def location(self, path: KeyPath) -> Location:
        key = ".".join(map(str, path))
        return Location(self.file, self.line(path), key or None)


def as_warnings(report: DiagnosticSink) -> DiagnosticSink:
    return lambda finding: report(replace(finding, severity=Severity.WARNING))


def read(
    path: Path,
    file: str,
    report: DiagnosticSink,
    *,
    listed: str = "",
    empty: bool = False,
    constants: Mapping[str, str] | None = None,
) -> Document | None:
    """Return the document in `path`; None, after a report, if it cannot be read.

    `file` is the end of `path` that lies in the package; a link out of the package is
    not read.

    A file with a list at its top is an error unless `listed` names the key that holds
    the list. An empty file is an error unless `empty` is True, which reads it as {}.
    `constants` are replaced in the text before it is parsed.
    """
    try:
        fault = _file_fault(path, file)
        if fault is None:
            content = path.read_bytes()
            if constants:
                _report_unknown_constants(content, file, constants, report)
                content = substitute_bytes(content, constants)
            return parse(content, file, report, listed=listed, empty=empty)
    except OSError as failure:
        fault = f"cannot be read: {failure.strerror}"
    report(error(fault, file))
    return None


def _report_unknown_constants(
    content: bytes, file: str, constants: Mapping[str, str], report: DiagnosticSink
) -> None:
    text = content.decode("utf-8", "replace")
    for unknown in unknown_constants(text, constants):
        report(Diagnostic(unknown.severity, unknown.message, file, unknown.line))


def _file_fault(path: Path, file: str) -> str | None:
    """Return why the file may not be read; None if it may. `file` is as in `read`."""
    package = path.parents[len(Path(file).parts) - 1]
    if not path.is_file():
        return "not a regular file"
    # A package from elsewhere must not show what its reader may read, such as keys.
    if not path.resolve().is_relative_to(package.resolve()):
        return "symbolic link that leaves the package: not read"
    if path.stat().st_size > MAX_BYTES:
        return f"cannot be read: larger than {MAX_BYTES // 2**20} MiB"
    return None


def parse(
    content: bytes,
    file: str,
    report: DiagnosticSink,
    *,
    listed: str = "",
    empty: bool = False,
) -> Document | None:
    """Return the document in `content`, like `read`.

    Also report faults that leave the rest readable, such as a duplicate key; the first
    of two equal keys counts.
    """
    try:
        built = _build(content, file, report)
    except _Refused as refusal:
        report(error(str(refusal), file, refusal.line))
        return None
    value = built.value
    if isinstance(value, dict):
        return Document(file, value, built.lines)
    if listed and isinstance(value, list):
        lines: dict[KeyPath, int] = {
            (listed, *path): line for path, line in built.lines.items()
        }
        return Document(file, {listed: value}, lines)
    if value is None and empty:
        return Document(file, {}, {})
    expected = "a mapping (`key: value` lines)"
    if listed:
        expected = f"a list (lines that begin with `- `) or {expected}"
    hint = ""
    if isinstance(value, str) and ":" in value:
        hint = "; write a space after each colon"
    report(error(f"expected {expected}, found {describe(value)}{hint}", file))
    return None


def same_values(first: bytes, second: bytes, constants: Mapping[str, str]) -> bool:
    """Return whether two YAML texts have the same values once constants are replaced.

    Tools write the same settings with other spaces and quotes. Texts that cannot be read
    are never the same.
    """
    parsed = []
    for content in (first, second):
        faults: list[Diagnostic] = []
        filled = substitute_bytes(content, constants)
        document = parse(filled, "", faults.append, empty=True)
        if document is None or faults:
            return False
        # The text of a value shows its type: in Python, `true` equals 1.
        parsed.append(repr(_sorted_keys(document.data)))
    return parsed[0] == parsed[1]


def _sorted_keys(value: object) -> object:
    """Return a YAML value whose mappings are lists of pairs in the order of their keys."""
    if isinstance(value, dict):
        pairs = [(key, _sorted_keys(inner)) for key, inner in value.items()]
        return ("mapping", sorted(pairs, key=lambda pair: repr(pair[0])))
    if isinstance(value, list):
        return [_sorted_keys(inner) for inner in value]
    return value


def describe(value: object) -> str:
    """Describe a value for a message: `text 'abc'`, `the number 3`, `a list`."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        if len(value) > _LONGEST_QUOTE:
            return f"text {value[:_LONGEST_QUOTE]!r} ..."
        return f"text {value!r}"
    if isinstance(value, int) and abs(value) >= 10**18:
        # Converting a huge int to text takes quadratic time, and Python limits it.
        return "a huge number"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    names = {dict: "a mapping", list: "a list", type(None): "nothing"}
    return names.get(type(value), type(value).__name__)


class _Refused(Exception):
    """The text cannot be read as a document; the message says why."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line

    @classmethod
    def by(cls, fault: SyntaxFault) -> Self:
        return cls(fault.message, fault.line)


class _Built(Value):
    """A value, and the lines of the keys and items in it, by their paths from it."""

    value: object
    lines: Mapping[KeyPath, int]


def _build(content: bytes, file: str, report: DiagnosticSink) -> _Built:
    """Return the value of the whole text; raise _Refused if it cannot be read."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as failure:
        raise _Refused.by(not_utf8(content, failure)) from failure
    builder = _Builder(file, report, yaml.parse(text, Loader=LOADER))
    try:
        value = builder.document()
    except yaml.MarkedYAMLError as failure:
        raise _Refused.by(syntax_fault(failure, text)) from failure
    except yaml.YAMLError as failure:
        raise _Refused.by(unreadable_character(failure, text)) from failure
    return _Built(value, builder.lines)


@dataclass(slots=True)
class _Builder:
    """Builds values from parser events, and counts what it has built.

    `lines` has the line of each key and item by its path, and `found` these paths in the
    order of the text. `anchors` holds the values that aliases may repeat.
    """

    file: str
    report: DiagnosticSink
    events: Iterator[yaml.Event]
    lines: dict[KeyPath, int] = field(default_factory=dict)
    found: list[KeyPath] = field(default_factory=list)
    anchors: dict[str, _Built] = field(default_factory=dict)
    values: int = 0

    def document(self) -> object:
        """Return the value of the only document; None if there is none."""
        if self.next_start() is None:
            return None
        value = self.node(next(self.events), ())
        second = self.next_start()
        if second is not None:
            message = "a second document starts here (`---`): expected one"
            raise _Refused(message, _line(second))
        return value

    def next_start(self) -> yaml.Event | None:
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                return event
        return None

    def node(self, event: yaml.Event, path: KeyPath) -> object:
        self.count(1, event)
        if len(path) > MAX_DEPTH:
            message = f"nested more than {MAX_DEPTH} levels deep"
            raise _Refused(message, _line(event))
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, path)
        first_inside = len(self.found)
        if isinstance(event, yaml.ScalarEvent):
            value: object = self.scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            _check_tag(event, "seq")
            value = self.sequence(path)
        else:
            assert isinstance(event, yaml.MappingStartEvent)
            _check_tag(event, "map")
            value = self.mapping(path)
        if event.anchor:
            # Only the paths inside: a search in all lines would take quadratic time.
            inside = self.found[first_inside:]
            lines = {each[len(path) :]: self.lines[each] for each in inside}
            self.anchors[event.anchor] = _Built(value, lines)
        return value

    def count(self, values: int, event: yaml.Event) -> None:
        self.values += values
        if self.values > MAX_VALUES:
            message = f"more than {MAX_VALUES} values, aliases counted in full"
            raise _Refused(message, _line(event))

    def alias(self, event: yaml.AliasEvent, path: KeyPath) -> object:
        anchored = self.anchors.get(event.anchor or "")
        if anchored is None:
            # This includes an alias inside its own anchor, whose value is not complete.
            message = (
                f"the alias *{event.anchor} has no anchor before it; "
                "write a value that begins with * in quotes"
            )
            raise _Refused(message, _line(event))
        self.count(len(anchored.lines), event)
        for inner, line in anchored.lines.items():
            self.record_line((*path, *inner), line)
        return anchored.value

    def record_line(self, path: KeyPath, line: int) -> None:
        self.lines[path] = line
        self.found.append(path)

    def scalar(self, event: yaml.ScalarEvent) -> object:
        text: str = event.value
        _check_tag(event, "str")
        # `implicit[0]`: a plain scalar, whose text decides its type.
        if event.tag is not None or not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        for pattern, convert in _NUMBERS:
            if not pattern.fullmatch(text):
                continue
            try:
                return convert(text)
            except ValueError:
                message = "a number with too many digits"
                raise _Refused(message, _line(event)) from None
        return text

    def sequence(self, path: KeyPath) -> list[object]:
        items: list[object] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            here = (*path, len(items))
            self.record_line(here, _line(event))
            items.append(self.node(event, here))
        return items

    def mapping(self, path: KeyPath) -> dict[str, object]:
        items: dict[str, object] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.key(event)
            here = (*path, key)
            if key in items:
                message = f"duplicate key: line {self.lines[here]} has it too"
                dotted = ".".join(map(str, here))
                self.report(error(message, self.file, _line(event), dotted))
                # A path that nobody asks for, so that the first value keeps its lines.
                self.node(next(self.events), (*path, -1))
                continue
            self.record_line(here, _line(event))
            items[key] = self.node(next(self.events), here)
        return items

    def key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            message = "a key must be text, not a list, mapping or alias"
            if isinstance(event, yaml.MappingStartEvent):
                message = "a key must be text, not a mapping; write {{...}} in quotes"
            raise _Refused(message, _line(event))
        key = self.scalar(event)
        if key is None:
            return ""
        if not isinstance(key, str):
            message = f"a key must be text, found {describe(key)}; write it in quotes"
            raise _Refused(message, _line(event))
        return key


def _check_tag(event: yaml.NodeEvent, kind: str) -> None:
    tag = getattr(event, "tag", None)
    if tag not in (None, "!", f"tag:yaml.org,2002:{kind}"):
        message = f"unknown tag {tag}: write a value that begins with ! in quotes"
        raise _Refused(message, _line(event))


def _line(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.line + 1
