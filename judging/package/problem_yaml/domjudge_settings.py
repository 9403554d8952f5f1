"""Settings for DOMjudge and similar systems: `.timelimit` and `domjudge-problem.ini`.

Source: DOMjudge's manual, "Problem format specification".
"""

import contextlib
import re
from collections.abc import Mapping
from pathlib import Path

from judging.core.diagnostics import (
    DiagnosticSink,
    Location,
    did_you_mean,
    error,
    warning,
)
from judging.core.errors import PackageError
from judging.package.files.sources import entry_exists
from judging.values import Value

INI = "domjudge-problem.ini"
TIME_LIMIT = ".timelimit"
_KEYS = (
    "short-name",
    "probid",
    "name",
    "timelimit",
    "color",
    "externalid",
    "special_compare",
    "special_compare_args",
    "special_run",
    "allow_judge",
    "allow_submit",
    "points",
    "lazy_eval_results",
)
_MOST_S = 86400.0
_MOST_BYTES = 2**16  # these files have a few lines
# File -> what stands before the number of its time limit.
_BEFORE_LIMIT = {
    TIME_LIMIT: rb"\A(?:\xef\xbb\xbf)?\s*",
    INI: rb"^[^\S\n]*+timelimit\s*=\s*['\"]?",
}


class DomjudgeSettings(Value):
    """The settings that these files state; None or empty for others.

    Time limits are in seconds, by file. `args` are for the output validators.
    """

    time_limits: Mapping[str, float]
    name: str | None = None
    args: tuple[str, ...] = ()
    args_origin: Location | None = None


class _Value(Value):
    """A value as a file states it, and its line if the file has several."""

    text: str
    line: int | None = None


def read(root: Path, report: DiagnosticSink) -> DomjudgeSettings:
    """Return the settings of the package at `root`; report faults."""
    stated: dict[str, _Value] = {}
    text = _text(root / TIME_LIMIT, report)
    if text is not None:
        stated[TIME_LIMIT] = _Value(text.strip())
    values = _ini(root / INI, report)
    if "timelimit" in values:
        stated[INI] = values["timelimit"]
    limits = {}
    for file, value in stated.items():
        seconds = _seconds(value.text)
        if seconds is None:
            message = f"expected a time limit in seconds, found '{value.text[:40]}'"
            report(error(message, file, value.line))
        else:
            limits[file] = seconds
    for key in ("special_compare", "special_run"):
        if key in values:
            program = values[key]
            message = f"not run: the program '{program.text}' is on a server"
            report(warning(message, INI, program.line, key))
    name = values["name"].text if "name" in values else ""
    key = "special_compare_args"
    if key not in values:
        return DomjudgeSettings(limits, name or None)
    args = values[key]
    origin = Location(INI, args.line, key)
    return DomjudgeSettings(limits, name or None, tuple(args.text.split()), origin)


def _seconds(text: str) -> float | None:
    """Return a time limit; None if the text is none."""
    try:
        value = float(text)
    except ValueError:
        return None
    # NaN fails both comparisons.
    return value if 0 < value <= _MOST_S else None


def with_time_limit(content: bytes, file: str, time_s: float) -> bytes:
    """Return the content of one of these files with another time limit."""
    pattern = rb"(%b)[^\s;'\"]+" % _BEFORE_LIMIT[file]
    # Older readers of these files know whole seconds only.
    new = rb"\g<1>%b" % repr(time_s).removesuffix(".0").encode()
    edited, found = re.subn(pattern, new, content, count=1, flags=re.MULTILINE)
    if not found:
        raise PackageError(
            [error(f"cannot be edited automatically: write {time_s} by hand", file)]
        )
    return edited


def _ini(path: Path, report: DiagnosticSink) -> dict[str, _Value]:
    """Return the values of an ini file by key; the first of each counts."""
    found: dict[str, _Value] = {}
    lines = (_text(path, report) or "").splitlines()
    for number, line in enumerate(lines, 1):
        content = line.strip()
        # Comments and headings of sections.
        if not content or content[0] in ";#[":
            continue
        before, equals, after = content.partition("=")
        if not equals:
            report(warning(f"expected key = value, found '{content[:40]}'", INI, number))
            continue
        key = before.strip()
        if key not in _KEYS:
            # Suggestions take time, and a file may be something else than it is called.
            short = len(key) < 40 and number < 100
            hint = did_you_mean(key, _KEYS) if short else ""
            report(warning(f"unknown key '{key}': ignored{hint}", INI, number))
        found.setdefault(key, _Value(_unquoted(after.strip()), number))
    return found


def _unquoted(value: str) -> str:
    """Return a value of an ini file without its quotes or the comment after it."""
    if value[:1] in ("'", '"'):
        quote = value[0]
        return value[1:].partition(quote)[0]
    return value.partition(";")[0].strip()


def _text(path: Path, report: DiagnosticSink) -> str | None:
    """Return the content of a file; None if it is missing or cannot be read."""
    if not entry_exists(path):
        return None
    with contextlib.suppress(OSError):
        inside = path.resolve().is_relative_to(path.parent.resolve())
        if inside and path.is_file() and path.stat().st_size <= _MOST_BYTES:
            return path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    message = "cannot be read: expected a regular file of at most 64 KiB in the package"
    report(error(message, path.name))
    return None
