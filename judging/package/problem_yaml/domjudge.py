"""What lies beside `problem.yaml` for DOMjudge and its like: `.timelimit`, `domjudge-problem.ini`.

Source: DOMjudge's manual, "Problem format specification".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from judging.core.diagnostics import DiagnosticSink, did_you_mean, error, warning
from judging.package.files.sources import is_named

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


@dataclass(frozen=True, slots=True)
class Beside:
    """What these files state: `time_limits` by where, in seconds; None and empty: nothing."""

    time_limits: Mapping[str, float]
    name: str | None = None
    compare_args: tuple[str, ...] = ()


def read(root: Path, report: DiagnosticSink) -> Beside:
    """What lies in the package at `root`; faults are reported."""
    limits: dict[str, float] = {}
    if is_named(root / TIME_LIMIT):
        text = _text(root / TIME_LIMIT, TIME_LIMIT, report)
        if text is not None:
            _add_limit(limits, TIME_LIMIT, text.strip(), None, report)
    values = _ini(root / INI, report) if is_named(root / INI) else {}
    if "timelimit" in values:
        line, value = values["timelimit"]
        _add_limit(limits, INI, value, line, report)
    for key in ("special_compare", "special_run"):
        if key in values:
            message = (
                f"'{values[key][1]}' is a program on a server: not part of the package, not run"
            )
            report(warning(message, INI, values[key][0], key))
    name = values.get("name", (0, ""))[1] or None
    return Beside(limits, name, tuple(values.get("special_compare_args", (0, ""))[1].split()))


def _add_limit(
    limits: dict[str, float], file: str, text: str, line: int | None, report: DiagnosticSink
) -> None:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if 0 < value <= _MOST_S:
        limits[file] = value
    else:
        report(error(f"expected a time limit in seconds, found '{text[:40]}'", file, line))


def _ini(path: Path, report: DiagnosticSink) -> dict[str, tuple[int, str]]:
    """Key -> (line, value without its quotes)."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate((_text(path, INI, report) or "").splitlines(), 1):
        content = line.strip()
        if not content or content[0] in ";#[":
            continue
        key, equals, value = content.partition("=")
        key, value = key.strip(), value.strip()
        if not equals:
            report(warning(f"expected key = value, found '{content[:40]}'", INI, number))
            continue
        if key not in _KEYS:
            message = f"unknown key '{key}': not read{did_you_mean(key, _KEYS)}"
            report(warning(message, INI, number))
        if value[:1] in ("'", '"'):
            value = value[1:].partition(value[0])[0]
        else:
            value = value.partition(";")[0].strip()
        found.setdefault(key, (number, value))
    return found


def _text(path: Path, file: str, report: DiagnosticSink) -> str | None:
    try:
        if path.is_file() and path.stat().st_size <= 2**16:
            return path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        pass
    report(error("cannot be read: not a small regular file", file))
    return None
