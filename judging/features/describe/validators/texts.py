"""What methods of texts give whose letters are all known: those of arguments."""

from __future__ import annotations

from collections.abc import Callable

from judging.features.describe.validators.terms import Term, number
from judging.features.describe.validators.values import UNKNOWN, Abstract, Several

NOT_FOUND = -1  # `std::string::npos` and what `str.find` returns


def call_method(name: str, text: str, args: list[Abstract]) -> Abstract | None:
    """Return what a method of a text gives; None if it is none of those known here, or
    an argument is not known."""
    method = _METHODS.get(name)
    if method is None:
        return None
    values = [_plain(arg) for arg in args]
    if None in values:
        return None
    try:
        return _abstract(method(text, *values))
    except (TypeError, ValueError, AttributeError):
        return None


def compare_texts(left: str, right: str) -> Term:
    """Return what `strcmp` and `std::string::compare` do."""
    return number(_order(left, right))


def _order(left: str, right: str) -> int:
    return (left > right) - (left < right)


def as_text(value: Abstract) -> str | None:
    """Return a text, or the text of one letter, which C++ has as its code."""
    if isinstance(value, str):
        return value
    code = value.constant if isinstance(value, Term) else None
    return chr(code) if code is not None and 0 <= code < 128 else None


def _plain(value: Abstract) -> str | int | None:
    if isinstance(value, str):
        return value
    return value.constant if isinstance(value, Term) else None


def _abstract(value: object) -> Abstract:
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return number(value)
    if isinstance(value, (list, tuple)):
        return Several(tuple(value))
    return UNKNOWN


def _letter(value: str | int) -> str:
    return chr(value) if isinstance(value, int) else value


def _find(text: str, wanted: str | int, start: int = 0) -> int:
    return text.find(_letter(wanted), start)


def _last(text: str, wanted: str | int) -> int:
    return text.rfind(_letter(wanted))


def _part(text: str, first: int = 0, size: int | None = None) -> str:
    """Return `text.substr(first, size)`."""
    if size is None or size == NOT_FOUND:
        return text[first:]
    return text[first : first + size]


def _compared(text: str, *args: str | int) -> int:
    """Return `text.compare(other)` or `text.compare(first, size, other)`."""
    other = str(args[-1])
    if len(args) == 3:
        text = _part(text, int(args[0]), int(args[1]))
    return _order(text, other)


_METHODS: dict[str, Callable[..., object]] = {
    "startswith": str.startswith,
    "starts_with": lambda text, start: text.startswith(_letter(start)),
    "endswith": str.endswith,
    "ends_with": lambda text, end: text.endswith(_letter(end)),
    "split": str.split,
    "partition": str.partition,
    "rpartition": str.rpartition,
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "lstrip": str.lstrip,
    "rstrip": str.rstrip,
    "removeprefix": str.removeprefix,
    "removesuffix": str.removesuffix,
    "isdigit": str.isdigit,
    "replace": str.replace,
    "find": _find,
    "index": _find,
    "rfind": _last,
    "substr": _part,
    "compare": _compared,
    "empty": lambda text: not text,
}
