"""The reports of `judge limits`."""

from __future__ import annotations

from collections.abc import Mapping

from judging.reports.limits import json, text
from judging.reports.limits.checked import CheckedLimit
from judging.reports.medium import Render

FORMATS: Mapping[str, Render[CheckedLimit]] = {"text": text.render, "json": json.render}
