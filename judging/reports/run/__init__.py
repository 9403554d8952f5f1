"""The reports of `judge run` and `judge validate`."""

from collections.abc import Mapping

from judging.core.results import RunReport
from judging.reports.medium import Render
from judging.reports.run import github, html, json, junit, text

FORMATS: Mapping[str, Render[RunReport]] = {
    "text": text.render,
    "json": json.render,
    "junit": junit.render,
    "github": github.render,
    "html": html.render,
}
