"""The report of `judge hack` for machines: one JSON object.

    {"schema": 1, "problem", "exit_code", "seed", "reference", "diagnostics", "machine_errors",
     "interrupted", "hunts": [{"path", "found", "verdict", "input", "expected", "got", "tried",
     "per_second", "seconds", "shrinks", "confirmed_by", "met", "origin", "index", "message",
     "reason", "by_origin"}]}

Bytes that are not UTF-8 are written as `\\xNN`; such an input is also given as `input_base64`.
"""

from __future__ import annotations

import base64

from judging.hunt.report import Hunt, HuntReport
from judging.reports.documents import SCHEMA, Json, diagnostic, dumped
from judging.reports.medium import FILE, Medium
from judging.reports.wording import decoded

_OUTPUT_BYTES = 2**16


def render(report: HuntReport, medium: Medium = FILE) -> str:
    """Return the whole report as one JSON object."""
    return dumped(
        {
            "schema": SCHEMA,
            "problem": report.problem,
            "exit_code": report.exit_code,
            "seed": report.seed,
            "reference": report.reference,
            "diagnostics": [diagnostic(found) for found in report.diagnostics],
            "machine_errors": list(report.machine_errors),
            "interrupted": report.interrupted,
            "hunts": [_hunt(hunt) for hunt in report.hunts],
        }
    )


def _hunt(hunt: Hunt) -> Json:
    find = hunt.find
    entry: Json = {
        "path": hunt.path,
        "found": find is not None,
        "verdict": hunt.verdict,
        "input": find and decoded(find.input),
        "expected": find and decoded(find.expected[:_OUTPUT_BYTES]),
        "got": find and decoded(find.got[:_OUTPUT_BYTES]),
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
