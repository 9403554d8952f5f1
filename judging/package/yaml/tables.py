"""Typed reading of a YAML mapping: an accessor returns a checked value or reports it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeGuard

from judging.core.diagnostics import DiagnosticSink, Location, did_you_mean
from judging.package.yaml.documents import Document, KeyPath, as_warnings, describe
from judging.values import Value, replace

# A suggestion compares a key with all known ones: more of them would make a file with
# thousands of unknown keys slow to refuse.
_MOST_UNKNOWN = 20


class Table(Value):
    """The mapping at `path` of `document`.

    Accessors return None for a missing or empty key, and after they reported a value.
    """

    document: Document
    path: KeyPath
    values: dict[str, object]
    report: DiagnosticSink

    def error(self, key: str | KeyPath, message: str) -> None:
        self.report(self.location(key).error(message))

    def warning(self, key: str | KeyPath, message: str) -> None:
        self.report(self.location(key).warning(message))

    def inner(self, key: str | KeyPath, values: dict[str, object]) -> Table:
        """Return the mapping `values` as the table at `key`, a key or a path."""
        return replace(self, path=self._below(key), values=values)

    def as_warnings(self) -> Table:
        """Return this table with every fault as a warning."""
        return replace(self, report=as_warnings(self.report))

    def expected(self, key: str, what: str) -> None:
        """Report that `what` was expected as the value of `key`."""
        value = self.values.get(key)
        hint = ""
        if is_number(value) and what.startswith("text"):
            # For example `name: 2048`.
            hint = "; write it in quotes"
        self.error(key, f"expected {what}, found {describe(value)}{hint}")

    def line(self, key: str) -> int | None:
        return self.document.line((*self.path, key))

    def location(self, key: str | KeyPath) -> Location:
        return self.document.location(self._below(key))

    def check_keys(self, keys: Iterable[str], ignored: Collection[str] = ()) -> None:
        """Report each key outside `keys`, with a warning if it is in `ignored`."""
        known = dict.fromkeys(keys)
        to_ignore = set(ignored)
        unknown = []
        for key in self.values:
            if key in known:
                continue
            if key in to_ignore:
                self.warning(key, "not a key of this format: ignored")
            else:
                unknown.append(key)
        for key in unknown[:_MOST_UNKNOWN]:
            self.error(key, f"unknown key '{key}'{did_you_mean(key, known)}")
        more = unknown[_MOST_UNKNOWN:]
        if more:
            self.error(more[0], f"{len(more)} more unknown keys from here on")

    def has(self, key: str) -> bool:
        return self.values.get(key) is not None

    def text(self, key: str) -> str | None:
        """Return a non-empty string."""
        value = self.values.get(key)
        if isinstance(value, str) and value.strip():
            return value
        if value is not None:
            self.expected(key, "text")
        return None

    def flag(self, key: str) -> bool | None:
        value = self.values.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.expected(key, "true or false")
        return None

    def texts(self, key: str) -> tuple[str, ...] | None:
        """Return a list of strings; report an item of another type at its own line."""
        value = self.values.get(key)
        if value is None:
            return None
        if not isinstance(value, list):
            self.expected(key, "a list of texts")
            return None
        for index, item in enumerate(value):
            if not isinstance(item, str):
                self.error((key, index), f"expected text, found {describe(item)}")
                return None
        return tuple(value)

    def text_or_texts(self, key: str) -> tuple[str, ...] | None:
        """Return a non-empty list of strings; one string alone is a list of one."""
        if isinstance(self.values.get(key), list):
            texts = self.texts(key)
            if texts == ():
                self.error(key, "expected at least one item")
            return texts or None
        text = self.text(key)
        if text is None:
            return None
        return (text,)

    def integer(self, key: str, least: int, most: int, unit: str = "") -> int | None:
        """Return a whole number; `unit` is a part of the message, such as " of MiB"."""
        value = self.values.get(key)
        # Not isinstance: True is an int too.
        if type(value) is int and least <= value <= most:
            return value
        if value is not None:
            self.expected(key, f"a whole number{unit} from {least} to {most}")
        return None

    def number(self, key: str, least: float, most: float) -> float | None:
        value = self.values.get(key)
        # NaN fails both comparisons.
        if is_number(value) and least <= value <= most:
            return float(value)
        if value is not None:
            self.expected(key, f"a number from {least:g} to {most:g}")
        return None

    def table(self, key: str) -> Table | None:
        value = self.values.get(key)
        if value is None:
            return None
        if isinstance(value, dict):
            return self.inner(key, value)
        self.expected(key, "a mapping")
        return None

    def items(self, key: str) -> Iterator[tuple[KeyPath, object]]:
        """Yield the path and value of each item; a value alone is a list of one."""
        value = self.values.get(key)
        if not isinstance(value, list):
            yield (key,), value
            return
        for index, item in enumerate(value):
            yield (key, index), item

    def _below(self, key: str | KeyPath) -> KeyPath:
        if isinstance(key, str):
            return (*self.path, key)
        return (*self.path, *key)


def top(document: Document, report: DiagnosticSink) -> Table:
    return Table(document, (), document.data, report)


def is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
