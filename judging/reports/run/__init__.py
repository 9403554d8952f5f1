"""The reports of `judge run` and `judge validate`.

A format is imported when a report of it is wanted; text nearly always is.
"""

from collections.abc import Mapping

from judging.core.results import RunReport
from judging.reports.medium import FILE, Medium, Render
from judging.reports.run import text


def render_json(report: RunReport, medium: Medium = FILE) -> str:
    from judging.reports.run import json

    return json.render(report, medium)


def render_junit(report: RunReport, medium: Medium = FILE) -> str:
    from judging.reports.run import junit

    return junit.render(report, medium)


def render_github(report: RunReport, medium: Medium = FILE) -> str:
    from judging.reports.run import github

    return github.render(report, medium)


def summary_markdown(report: RunReport) -> str:
    """Return the summary that a step of GitHub Actions shows."""
    from judging.reports.run import github

    return github.summary_markdown(report)


def render_page(report: RunReport, medium: Medium = FILE) -> str:
    from judging.reports.run import html

    return html.render(report, medium)


FORMATS: Mapping[str, Render[RunReport]] = {
    "text": text.render,
    "json": render_json,
    "junit": render_junit,
    "github": render_github,
    "html": render_page,
}
