"""The report of `judge hack`, as text and as JSON. Pure.

JSON: `{"schema": 1, "problem", "exit_code", "seed", "reference", "diagnostics", "machine_errors",
"interrupted", "hunts": [{"path", "found", "verdict", "input", "expected", "got", "tried",
"per_second", "seconds", "shrinks", "confirmed_by", "met", "origin", "index", "message",
"reason"}]}`. Texts that are not UTF-8 have their bytes as `\\xNN`; `input_base64` is there then.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence

from judging.core.verdicts import Verdict
from judging.hunt.report import Find, Hunt, HuntReport, must_fail

SCHEMA = 1
_SHOWN_LINES = 12
_WORDS_BYTES = 2**16

Json = dict[str, object]


def render_json(report: HuntReport) -> str:
    """The whole report as one JSON object."""
    whole: Json = {
        "schema": SCHEMA,
        "problem": report.problem,
        "exit_code": report.exit_code,
        "seed": report.seed,
        "reference": report.reference,
        "diagnostics": [
            {"severity": d.severity, "file": d.file, "line": d.line, "message": d.message}
            for d in report.diagnostics
        ],
        "machine_errors": list(report.machine_errors),
        "interrupted": report.interrupted,
        "hunts": [_hunt(hunt) for hunt in report.hunts],
    }
    text = json.dumps(whole, ensure_ascii=False, indent=1, allow_nan=False)
    return text.encode("utf-8", "replace").decode("utf-8") + "\n"


def _hunt(hunt: Hunt) -> Json:
    find = hunt.find
    entry: Json = {
        "path": hunt.path,
        "found": find is not None,
        "verdict": hunt.verdict,
        "input": find and _text(find.input),
        "expected": find and _text(find.expected[:_WORDS_BYTES]),
        "got": find and _text(find.got[:_WORDS_BYTES]),
        "tried": hunt.tried,
        "per_second": round(hunt.per_second, 1),
        "seconds": round(hunt.seconds, 3),
        "shrinks": find.shrinks if find else 0,
        "confirmed_by": find and find.confirmed_by,
        "met": hunt.met,
        "origin": find and find.origin,
        "index": find.index if find else None,
        "message": find and find.message,
        "reason": hunt.reason,
        "by_origin": dict(hunt.by_origin),
    }
    if find and find.input.decode("utf-8", "replace").encode() != find.input:
        entry["input_base64"] = base64.b64encode(find.input).decode()
    return entry


def _text(data: bytes) -> str:
    return data.decode("utf-8", "backslashreplace")


def render_text(report: HuntReport, width: int = 100) -> str:
    """What people read: one find in full, several as a table."""
    lines: list[str] = []
    if len(report.hunts) == 1:
        lines += _full(report.hunts[0], report, width)
    elif report.hunts:
        lines += _table(report.hunts, width)
    if report.diagnostics:
        lines += ["", "Findings about the package", *(f"  {d}" for d in report.diagnostics)]
    if report.machine_errors:
        lines += ["", "The machine", *(f"  {line}" for line in report.machine_errors)]
    missed = [hunt for hunt in report.hunts if hunt.met is False]
    if len(report.hunts) > 1:
        met = sum(hunt.met is not False and hunt.verdict is not None for hunt in report.hunts)
        lines += ["", f"{met} of {len(report.hunts)} hunts ended as expected (seed {report.seed})."]
    elif missed:
        lines += ["", _unmet(missed[0])]
    if report.exit_code:
        lines.append(_exit_words(report, len(missed)))
    return "\n".join(lines).strip("\n") + "\n"


def _full(hunt: Hunt, report: HuntReport, width: int) -> list[str]:
    find = hunt.find
    if find is None:
        return [f"{hunt.path}: {_without(hunt)}"]
    lines = [f"{hunt.path}: {find.verdict}, {find.message}" if find.message else hunt.path]
    for title, data in (("input", find.input), ("expected", find.expected), ("got", find.got)):
        lines += [f"  {title}", *_quoted(data, width)]
    size = f"{len(find.first)} bytes, reduced to {len(find.input)} in {find.shrinks} steps"
    confirmed = find.confirmed_by or "nobody: there is no second accepted submission in time"
    lines += [
        f"  from          {find.origin}: {size}",
        f"  answer by     {report.reference}",
        f"  confirmed by  {confirmed}",
        f"  tried         {_rate(hunt)}, {hunt.seconds:.1f} s in all",
    ]
    if find.index is None:
        lines.append("  again         a steered search need not find it again: keep the input")
    else:
        again = f"--seed {report.seed} --tries {find.index + 1}"
        lines.append(f"  again         judge hack {hunt.path} {again}")
    return lines


def _quoted(data: bytes, width: int) -> list[str]:
    lines = _text(data).removesuffix("\n").split("\n")
    room = max(width - 6, 20)
    shown = [
        f"  | {line if len(line) <= room else f'{line[: room - 4]} ...'}"
        for line in lines[:_SHOWN_LINES]
    ]
    if len(lines) > _SHOWN_LINES:
        shown.append(f"  | ... {len(lines) - _SHOWN_LINES} more lines")
    return shown


def _rate(hunt: Hunt) -> str:
    inputs = "1 input" if hunt.tried == 1 else f"{hunt.tried:,} inputs"
    return f"{inputs}, {hunt.per_second:.0f} a second"


def _without(hunt: Hunt) -> str:
    if hunt.reason:
        return hunt.reason
    return f"nothing found: {_rate(hunt)}, {hunt.seconds:.1f} s"


def _unmet(hunt: Hunt) -> str:
    return f"{hunt.path}: got {hunt.verdict}, {_expected(hunt)}"


def _expected(hunt: Hunt) -> str:
    assert hunt.expectation is not None
    named = hunt.expectation.permitted
    if must_fail(hunt.expectation):
        named = (named | hunt.expectation.required) - {Verdict.AC}
    return f"expected {' or '.join(sorted(named))} ({hunt.expectation.stated_by})"


def _table(hunts: Sequence[Hunt], width: int) -> list[str]:
    rows: list[tuple[str, ...]] = [
        ("submission", "found", "tokens", "bytes", "tried", "seconds", "input")
    ]
    rows += [_row(hunt) for hunt in hunts]
    widths = [max(len(row[column]) for row in rows) for column in range(6)]
    lines = []
    for row in rows:
        cells = [row[0].ljust(widths[0]), row[1].ljust(widths[1])]
        cells += [row[column].rjust(widths[column]) for column in range(2, 6)]
        line = "  ".join([*cells, row[6]])
        lines.append(line if len(line) <= width else f"{line[: width - 4]} ...")
    unmet = [hunt for hunt in hunts if hunt.met is False or hunt.verdict is None]
    if unmet:
        lines.append("")
    for hunt in unmet:
        lines.append(f"{hunt.path}: {hunt.reason}" if hunt.verdict is None else _unmet(hunt))
    return lines


def _row(hunt: Hunt) -> tuple[str, ...]:
    find: Find | None = hunt.find
    seconds = f"{hunt.seconds:.1f}"
    if find is None:
        verdict = "-" if hunt.reason is None else str(hunt.verdict or "not hunted")
        return (hunt.path, verdict, "", "", f"{hunt.tried:,}", seconds, "")
    tokens, size = len(find.input.split()), len(find.input)
    shown = _text(find.input).removesuffix("\n").replace("\n", " / ")
    return (
        hunt.path,
        str(find.verdict),
        f"{tokens:,}",
        f"{size:,}",
        f"{hunt.tried:,}",
        seconds,
        shown,
    )


def _exit_words(report: HuntReport, missed: int) -> str:
    words = {
        1: f"{missed} {'hunt' if missed == 1 else 'hunts'} did not end as expected",
        3: "the package is broken",
        4: "the machine cannot hunt all of them",
        5: "nothing was hunted",
        130: "interrupted",
    }
    return f"Exit code {report.exit_code}: {words[report.exit_code]}."
