"""The report of a contest for machines: one JSON object.

Each of its `problems` is the report of a run, with `label` and `folder` before it.
"""

from __future__ import annotations

from judging.core.results import ContestReport
from judging.reports.documents import SCHEMA, diagnostic, dumped
from judging.reports.medium import FILE, Medium
from judging.reports.run.json import document


def render(contest: ContestReport, medium: Medium = FILE) -> str:
    """Return the whole report as one JSON object."""
    return dumped(
        {
            "schema": SCHEMA,
            "contest": contest.name,
            "exit_code": contest.exit_code,
            "diagnostics": [diagnostic(found) for found in contest.diagnostics],
            "not_run": list(contest.not_run),
            "problems": [
                {"label": p.label, "folder": p.folder, **document(p.report)}
                for p in contest.problems
            ],
        }
    )
