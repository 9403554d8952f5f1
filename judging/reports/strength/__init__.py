"""The reports of `judge strength`."""

from __future__ import annotations

from collections.abc import Mapping

from judging.reports.medium import Render
from judging.reports.strength import json, text
from judging.reports.strength.measured import MeasuredRun

FORMATS: Mapping[str, Render[MeasuredRun]] = {"text": text.render, "json": json.render}
