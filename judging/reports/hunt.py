"""The reports of `judge hack`: for people one find in full or several as a table, and JSON.

`docs/hunting.md` describes the keys of the JSON object. Bytes that are not UTF-8 are written as
`\\xNN`; such an input is also given as `input_base64`.
"""

import base64
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judging.core.exit_codes import Reason, ReasonKind
from judging.core.verdicts import Verdict, listed
from judging.hunt.finds import Hunt, HuntReport, must_fail
from judging.reports.documents import Json, diagnostic, dumped
from judging.reports.layout import (
    aligned,
    diagnostics,
    findings,
    joined,
    section,
    shortened,
)
from judging.reports.medium import FILE, Medium, Render
from judging.reports.page import MOST_CHARACTERS, Section, page
from judging.reports.wording import counted, decoded, inline, printable

_WIDTH = 100
_LINES = 12
_HEADINGS = ("submission", "found", "tokens", "bytes", "tried", "seconds")
_RIGHT = frozenset({2, 3, 4, 5})  # columns of numbers


def render_text(report: HuntReport, medium: Medium = FILE) -> str:
    """Return the report as text, in 100 columns or those of the terminal as far as names allow."""
    width = medium.width or _WIDTH
    plain = replace(medium, color=False)
    one = len(report.hunts) == 1
    page = joined(
        [
            section(
                "Errors and warnings in the package",
                diagnostics(report.diagnostics),
                plain,
            ),
            _found(report.hunts[0], report, width)
            if one
            else _table(report.hunts, width),
            [_unmet(hunt) for hunt in report.hunts if hunt.met is False],
            _not_hunted(report),
            section("Machine errors", findings(report.machine_errors), plain),
            _summary(report),
        ]
    )
    return printable(page)


def _found(hunt: Hunt, report: HuntReport, width: int) -> list[str]:
    find = hunt.find
    if find is None:
        return [] if hunt.reason else [f"{hunt.path}: nothing found: {_effort(hunt)}"]
    message = f", {printable(find.message)}" if find.message else ""
    lines = [f"{hunt.path}: {find.verdict}{message}"]
    for title, data in (
        ("input", find.input),
        ("expected", find.expected),
        ("got", find.got),
    ):
        lines += [f"  {title}", *_quoted(data, width)]
    size = f"{len(find.first)} bytes, shrunk to {len(find.input)} in {counted(find.shrinks, 'step')}"
    confirmed = (
        find.confirmed_by or "nobody: no other accepted submission answered in time"
    )
    lines += [
        f"  found by      {find.origin}: {size}",
        f"  answer by     {report.reference}",
        f"  confirmed by  {confirmed}",
        f"  tried         {_effort(hunt)}",
    ]
    nothing = "nothing: keep the input, a steered search may miss it"
    return [*lines, f"  repeat with   {_repeat(hunt, report) or nothing}"]


def _repeat(hunt: Hunt, report: HuntReport) -> str | None:
    """Return the command that finds the same input; None if none does."""
    if hunt.find is None or hunt.find.index is None:
        return None
    options = f"--seed {report.seed} --tries {hunt.find.index + 1}"
    return f"{report.command} {shlex.quote(hunt.path)} {options}"


def _quoted(data: bytes, width: int) -> list[str]:
    lines = printable(decoded(data)).removesuffix("\n").split("\n")
    room = max(width - 4, 20)
    quoted = [f"  | {shortened(line, room)}" for line in lines[:_LINES]]
    if len(lines) > _LINES:
        quoted.append(f"  | ... {counted(len(lines) - _LINES, 'more line')}")
    return quoted


def _effort(hunt: Hunt) -> str:
    if not hunt.tried + hunt.invalid:
        return f"no input was ready after {hunt.search_s:.1f} s: give more --time"
    inputs = counted(hunt.tried + hunt.invalid, "input")
    invalid = f", {hunt.invalid} of them invalid" if hunt.invalid else ""
    return f"{inputs}{invalid}, {hunt.per_second:.0f} per second, {hunt.seconds:.1f} s in all"


def _unmet(hunt: Hunt) -> str:
    assert hunt.expectation is not None
    named = hunt.expectation.permitted
    if must_fail(hunt.expectation):
        named = (named | hunt.expectation.required) - {Verdict.AC}
    expected = listed(named, " or ")
    return f"{hunt.path}: got {hunt.verdict}, expected {expected} ({hunt.expectation.stated_by})"


def _not_hunted(report: HuntReport) -> list[str]:
    reasons: dict[str, list[str]] = {}
    for hunt in report.hunts:
        if hunt.reason:
            reasons.setdefault(hunt.reason, []).append(hunt.path)
    return [f"{', '.join(paths)}: {reason}" for reason, paths in reasons.items()]


def _table(hunts: Sequence[Hunt], width: int) -> list[str]:
    heading, *rows = aligned([_HEADINGS, *map(_row, hunts)], _RIGHT)
    lines = ["  ".join([*heading, "input"])] if hunts else []
    for hunt, row in zip(hunts, rows, strict=True):
        lines.append(
            "  ".join([*row, inline(hunt.find.input if hunt.find else b"")]).rstrip()
        )
    return [shortened(line, width) for line in lines]


def _row(hunt: Hunt) -> tuple[str, ...]:
    find = hunt.find
    effort = (f"{hunt.tried:,}", f"{hunt.seconds:.1f}")
    if find is None:
        verdict = "-" if hunt.reason is None else str(hunt.verdict or "not hunted")
        return (hunt.path, verdict, "", "", *effort)
    tokens, size = f"{len(find.input.split()):,}", f"{len(find.input):,}"
    return (hunt.path, str(find.verdict), tokens, size, *effort)


def _summary(report: HuntReport) -> list[str]:
    lines = []
    if len(report.hunts) > 1:
        met = sum(
            hunt.met is not False and hunt.verdict is not None for hunt in report.hunts
        )
        hunts = counted(len(report.hunts), "hunt")
        lines.append(f"{met} of {hunts} ended as expected (seed {report.seed}).")
    for reason in report.reasons[:1]:
        words = _reason_in_words(reason)
        lines.append(f"Exit code {reason.exit_code}: {words}.")
    return lines


def _reason_in_words(reason: Reason) -> str:
    match reason.kind:
        case ReasonKind.INTERRUPTED:
            return "interrupted"
        case ReasonKind.MACHINE_ERROR | ReasonKind.NOT_JUDGED:
            return "the machine could not run every hunt"
        case ReasonKind.BROKEN_PACKAGE:
            return "the package is broken"
        case ReasonKind.NOTHING_JUDGED:
            return "nothing was hunted"
        case ReasonKind.UNMET:
            return f"{counted(reason.count, 'hunt')} did not end as expected"


_OUTPUT_BYTES = 2**16


def render_json(report: HuntReport, medium: Medium = FILE) -> str:
    return dumped(
        _document(report, [_hunt(hunt, report) for hunt in report.hunts]), medium
    )


def render_html(report: HuntReport, medium: Medium = FILE) -> str:
    hunts = [_shown(hunt, report, medium.contents) for hunt in report.hunts]
    unmet = [_unmet(hunt) for hunt in report.hunts if hunt.met is False]
    document = {**_document(report, hunts), "summary": _summary(report), "unmet": unmet}
    return page(f"{report.problem}: judge hack", [Section("hunt", document)], medium)


def _shown(hunt: Hunt, report: HuntReport, contents: bool) -> Json:
    """Return a hunt for a page: texts are cut, or left out."""
    known = _hunt(hunt, report)
    known.pop("input_base64", None)
    known["input_bytes"] = len(hunt.find.input) if hunt.find else 0
    known["first"] = decoded(hunt.find.first) if hunt.find else ""
    for key in ("input", "expected", "got", "first"):
        known[key] = str(known[key] or "")[:MOST_CHARACTERS] if contents else None
    return known


def _document(report: HuntReport, hunts: Sequence[Json]) -> Json:
    return {
        "problem": report.problem,
        "exit_code": report.exit_code,
        "seed": report.seed,
        "reference": report.reference,
        "diagnostics": [diagnostic(found) for found in report.diagnostics],
        "machine_errors": report.machine_errors,
        "interrupted": report.interrupted,
        "hunts": hunts,
    }


def _hunt(hunt: Hunt, report: HuntReport) -> Json:
    find = hunt.find
    entry: Json = {
        "path": hunt.path,
        "found": find is not None,
        "verdict": hunt.verdict,
        "input": find and decoded(find.input),
        "expected": find and decoded(find.expected[:_OUTPUT_BYTES]),
        "got": find and decoded(find.got[:_OUTPUT_BYTES]),
        "tried": hunt.tried,
        "invalid": hunt.invalid,
        "per_second": round(hunt.per_second, 1),
        "seconds": round(hunt.seconds, 3),
        "shrinks": find.shrinks if find else 0,
        "first_bytes": find and len(find.first),
        "repeat": _repeat(hunt, report),
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


FORMATS: Mapping[str, Render[HuntReport]] = {
    "text": render_text,
    "json": render_json,
    "html": render_html,
}
