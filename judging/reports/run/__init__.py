"""The reports of `judge run` and `judge validate`."""

from collections.abc import Mapping

from judging.core.results import RunReport
from judging.reports.medium import FILE, Medium, Render
from judging.reports.run import github, json, junit, text


def render_page(report: RunReport, medium: Medium = FILE) -> str:
    """Return the page; what makes it is imported only when it is wanted."""
    from judging.reports.run import html

    return html.render(report, medium)


FORMATS: Mapping[str, Render[RunReport]] = {
    "text": text.render,
    "json": json.render,
    "junit": junit.render,
    "github": github.render,
    "html": render_page,
}
