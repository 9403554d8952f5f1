"""What `judge run` found, for people and machines: one module per form, all from a `RunReport`.

To add a form: a module with a pure `render(report: RunReport) -> str`, one line in `REPORTS`,
and a golden file. The text ends with a newline, or is empty. Nothing here prints or writes.
A contest, and what `judge strength` measured, have forms of their own.
A module that needs a slow import does it inside `render`: every command loads this registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from judging.analysis.strength import Strength
from judging.core.results import ContestReport, RunReport
from judging.reports import contest, github, json, junit, strength_json, strength_text, text

Render = Callable[[RunReport], str]
RenderContest = Callable[[ContestReport], str]
RenderStrength = Callable[[RunReport, Strength | None], str]

REPORTS: Mapping[str, Render] = {
    "text": text.render,
    "json": json.render,
    "junit": junit.render,
    "github": github.render,
}

CONTEST_REPORTS: Mapping[str, RenderContest] = {
    "text": contest.render_text,
    "json": contest.render_json,
    "junit": contest.render_junit,
    "github": contest.render_github,
}

STRENGTH_REPORTS: Mapping[str, RenderStrength] = {
    "text": strength_text.render,
    "json": strength_json.render,
}
