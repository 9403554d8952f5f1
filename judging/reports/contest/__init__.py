"""The reports of `judge run --contest`: one table over its problems, and one exit code."""

from __future__ import annotations

from collections.abc import Mapping

from judging.core.results import ContestReport
from judging.reports.contest import github, json, junit, text
from judging.reports.medium import Render

FORMATS: Mapping[str, Render[ContestReport]] = {
    "text": text.render,
    "json": json.render,
    "junit": junit.render,
    "github": github.render,
}
