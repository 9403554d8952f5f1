"""Settings for DOMjudge and similar systems: `.timelimit` and `domjudge-problem.ini`.

Source: DOMjudge's manual, "Problem format specification".
"""

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
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
# File -> what stands before the number of its time limit.
_BEFORE_LIMIT = {
    TIME_LIMIT: rb"\A(?:\xef\xbb\xbf)?\s*",
    INI: rb"^\s*timelimit\s*=\s*['\"]?",
}


@dataclass(frozen=True, slots=True)
class DomjudgeSettings:
    """The settings that these files state, else None or empty; time limits in seconds, by file.
    `args` are for the output validators."""

    time_limits: Mapping[str, float]
    name: str | None = None
    args: tuple[str, ...] = ()
    args_origin: Location | None = None


def read(root: Path, report: DiagnosticSink) -> DomjudgeSettings:
    stated: dict[str, tuple[int | None, str]] = {}
    if (text := _text(root / TIME_LIMIT, report)) is not None:
        stated[TIME_LIMIT] = (None, text.strip())
    values = _ini(root / INI, report)
    if "timelimit" in values:
        stated[INI] = values["timelimit"]
    limits = {}
    for file, (place, number) in stated.items():
        try:
            value = float(number)
        except ValueError:
            value = 0.0
        if 0 < value <= _MOST_S:
            limits[file] = value
        else:
            report(
                error(
                    f"expected a time limit in seconds, found '{number[:40]}'",
                    file,
                    place,
                )
            )
    for key in ("special_compare", "special_run"):
        if key in values:
            message = f"not run: the program '{values[key][1]}' lies on a server"
            report(warning(message, INI, values[key][0], key))
    name = values.get("name", (0, ""))[1] or None
    key = "special_compare_args"
    line, args = values.get(key, (None, ""))
    origin = Location(INI, line, key) if key in values else None
    return DomjudgeSettings(limits, name, tuple(args.split()), origin)


def with_time_limit(content: bytes, file: str, time_s: float) -> bytes:
    """Return the content of one of these files with another time limit; every other byte stays."""
    pattern = rb"(%b)[^\s;'\"]+" % _BEFORE_LIMIT[file]
    # Older readers of these files know whole seconds only.
    new = rb"\g<1>%b" % repr(time_s).removesuffix(".0").encode()
    edited, found = re.subn(pattern, new, content, count=1, flags=re.MULTILINE)
    if not found:
        raise PackageError(
            [error(f"cannot be edited automatically: write {time_s} by hand", file)]
        )
    return edited


def _ini(path: Path, report: DiagnosticSink) -> dict[str, tuple[int, str]]:
    """Return (line, value without quotes) by key."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate((_text(path, report) or "").splitlines(), 1):
        content = line.strip()
        if not content or content[0] in ";#[":
            continue
        key, equals, value = content.partition("=")
        key, value = key.strip(), value.strip()
        if not equals:
            report(warning(f"expected key = value, found '{content[:40]}'", INI, number))
            continue
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) if len(key) < 40 and number < 100 else ""
            message = f"unknown key '{key}': ignored{hint}"
            report(warning(message, INI, number))
        if value[:1] in ("'", '"'):
            value = value[1:].partition(value[0])[0]
        else:
            value = value.partition(";")[0].strip()
        found.setdefault(key, (number, value))
    return found


def _text(path: Path, report: DiagnosticSink) -> str | None:
    if not entry_exists(path):
        return None
    with contextlib.suppress(OSError):
        inside = path.resolve().is_relative_to(path.parent.resolve())
        if inside and path.is_file() and path.stat().st_size <= 2**16:
            return path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    message = "cannot be read: expected a regular file of at most 64 KiB in the package"
    report(error(message, path.name))
    return None
