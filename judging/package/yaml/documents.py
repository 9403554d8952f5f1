"""Read YAML files as plain values with the line of every key, for diagnostics.

The values follow YAML 1.2's core schema, so `no` is text and `2025-09-01` is no date. They are
built from parser events, not by a library's constructor, because only the events allow refusing
duplicate keys, exploding aliases and endless nesting with a line.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml

from judging.core.diagnostics import DiagnosticSink, Location, Severity, error
from judging.core.templates import substitute_bytes

MAX_BYTES = 16 * 1024 * 1024
MAX_VALUES = 200_000
MAX_DEPTH = 50

KeyPath = tuple[str | int, ...]

LOADER: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WORDS: dict[str, object] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), math.nan),
}
_NUMBERS: tuple[tuple[re.Pattern[str], Callable[[str], float]], ...] = (
    (re.compile(r"[-+]?[0-9]+"), int),
    # The text of a number has at most as many digits as the interpreter reads.
    (re.compile(r"0o[0-7]+"), lambda text: int(str(int(text[2:], 8)))),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(str(int(text[2:], 16)))),
    (re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"), float),
    (re.compile(r"[-+]?\.(?:inf|Inf|INF)"), lambda text: float(text.replace(".", ""))),
)


@dataclass(frozen=True, slots=True)
class Document:
    """One YAML file whose top level is a mapping.

    `file` is its name in messages, relative to the package root. `data` holds dicts with text
    keys, lists, str, int, float, bool and None. `lines` has the line, from 1, of every key and
    list item.
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
        return Location(self.file, self.line(path), ".".join(map(str, path)) or None)


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

    `file` is the end of `path` that lies in the package; a link out of the package is not read.

    A file with a list at its top is an error unless `listed` names the key that holds the list.
    An empty file is an error unless `empty` is True, which reads it as {}. `constants` are
    replaced in the text before it is parsed.
    """
    try:
        package = path.parents[len(Path(file).parts) - 1]
        if not path.is_file():
            fault = "not a regular file"
        elif not path.resolve().is_relative_to(package.resolve()):
            fault = "symbolic link that leaves the package: not read"
        elif path.stat().st_size > MAX_BYTES:
            fault = f"cannot be read: larger than {MAX_BYTES // 2**20} MiB"
        else:
            content = substitute_bytes(path.read_bytes(), constants or {})
            return parse(content, file, report, listed=listed, empty=empty)
    except OSError as failure:
        fault = f"cannot be read: {failure.strerror}"
    report(error(fault, file))
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

    Also report faults that leave the rest readable, such as a duplicate key; the first of two
    equal keys counts.
    """
    try:
        builder = _Builder(
            file, report, yaml.parse(content.decode("utf-8"), Loader=LOADER)
        )
        value = builder.document()
    except UnicodeDecodeError as failure:
        line = content.count(b"\n", 0, failure.start) + 1
        fault = error(f"not UTF-8: byte 0x{content[failure.start]:02x}", file, line)
    except _Refused as refusal:
        fault = error(str(refusal), file, refusal.line)
    except yaml.MarkedYAMLError as failure:
        mark = failure.problem_mark or failure.context_mark
        found = ", ".join(part for part in (failure.context, failure.problem) if part)
        column = f" (column {mark.column + 1})" if mark else ""
        fault = error(
            f"not YAML: {found}{column}", file, mark.line + 1 if mark else None
        )
    except yaml.YAMLError as failure:
        fault = error(f"not YAML: {str(failure).splitlines()[0]}", file)
    else:
        if isinstance(value, dict):
            return Document(file, value, builder.lines)
        if listed and isinstance(value, list):
            lines: dict[KeyPath, int] = {
                (listed, *p): line for p, line in builder.lines.items()
            }
            return Document(file, {listed: value}, lines)
        if value is None and empty:
            return Document(file, {}, {})
        fault = error(
            f"expected a mapping (`key: value` lines), found {describe(value)}", file
        )
    report(fault)
    return None


def describe(value: object) -> str:
    """Describe a value for a message: `text 'abc'`, `the number 3`, `a list`."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"text {value[:40]!r}{' ...' if len(value) > 40 else ''}"
    if isinstance(value, int):
        # Converting a huge int to text takes quadratic time, and the interpreter limits it.
        return f"the number {value}" if abs(value) < 10**18 else "a huge number"
    if isinstance(value, float):
        return f"the number {value}"
    names = {dict: "a mapping", list: "a list", type(None): "nothing"}
    return names.get(type(value), type(value).__name__)


class _Refused(Exception):
    def __init__(self, message: str, event: yaml.Event) -> None:
        super().__init__(message)
        self.line = _line(event)


@dataclass(slots=True)
class _Builder:
    """`anchors` holds values that aliases may repeat, each with the lines below its own path."""

    file: str
    report: DiagnosticSink
    events: Iterator[yaml.Event]
    lines: dict[KeyPath, int] = field(default_factory=dict)
    found: list[KeyPath] = field(default_factory=list)
    anchors: dict[str, tuple[object, dict[KeyPath, int]]] = field(default_factory=dict)
    values: int = 0

    def document(self) -> object:
        starts = (
            event for event in self.events if isinstance(event, yaml.DocumentStartEvent)
        )
        if next(starts, None) is None:
            return None
        value = self.node(next(self.events), ())
        for event in starts:
            raise _Refused("a second document starts here: expected one", event)
        return value

    def node(self, event: yaml.Event, path: KeyPath) -> object:
        self.count(1, event)
        if len(path) > MAX_DEPTH:
            raise _Refused(f"nested more than {MAX_DEPTH} levels deep", event)
        if isinstance(event, yaml.AliasEvent):
            return self.alias(event, path)
        first = len(self.found)
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
            inside = {p[len(path) :]: self.lines[p] for p in self.found[first:]}
            self.anchors[event.anchor] = (value, inside)
        return value

    def count(self, values: int, event: yaml.Event) -> None:
        self.values += values
        if self.values > MAX_VALUES:
            raise _Refused(
                f"more than {MAX_VALUES} values, aliases counted in full", event
            )

    def alias(self, event: yaml.AliasEvent, path: KeyPath) -> object:
        anchored = self.anchors.get(event.anchor or "")
        if anchored is None:
            # This includes an alias inside its own anchor: the value is not complete yet.
            raise _Refused(f"the alias *{event.anchor} has no anchor before it", event)
        value, lines = anchored
        self.count(len(lines), event)
        for inner, line in lines.items():
            self.record_line((*path, *inner), line)
        return value

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
            if pattern.fullmatch(text):
                try:
                    return convert(text)
                except ValueError:
                    raise _Refused("a number with too many digits", event) from None
        return text

    def sequence(self, path: KeyPath) -> list[object]:
        items: list[object] = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            here = (*path, len(items))
            self.record_line(here, _line(event))
            items.append(self.node(event, here))
        return items

    def mapping(self, path: KeyPath) -> dict[str, object]:
        items: dict[str, object] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.key(event)
            here = (*path, key)
            if key in items:
                message = f"duplicate key: line {self.lines[here]} has it too"
                dotted = ".".join(map(str, here))
                self.report(error(message, self.file, _line(event), dotted))
                # This path, which no reader asks for, keeps the lines of the first value.
                self.node(next(self.events), (*path, -1))
                continue
            self.record_line(here, _line(event))
            items[key] = self.node(next(self.events), here)
        return items

    def key(self, event: yaml.Event) -> str:
        if not isinstance(event, yaml.ScalarEvent):
            raise _Refused("a key must be text, not a list, mapping or alias", event)
        key = self.scalar(event)
        if key is None:
            return ""
        if not isinstance(key, str):
            message = f"a key must be text, found {describe(key)}; write it in quotes"
            raise _Refused(message, event)
        return key


def _check_tag(event: yaml.NodeEvent, kind: str) -> None:
    tag = getattr(event, "tag", None)
    if tag not in (None, "!", f"tag:yaml.org,2002:{kind}"):
        raise _Refused(f"unknown tag {tag}", event)


def _line(event: yaml.Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.line + 1
