"""The reports of `judge hack`."""

from __future__ import annotations

from collections.abc import Mapping

from judging.hunt.report import HuntReport
from judging.reports.hunt import json, text
from judging.reports.medium import Render

FORMATS: Mapping[str, Render[HuntReport]] = {"text": text.render, "json": json.render}
