"""The reports of `judge mutate`."""

from __future__ import annotations

from collections.abc import Mapping

from judging.analysis.mutation.results import MutationReport
from judging.reports.medium import Render
from judging.reports.mutation import json, text

FORMATS: Mapping[str, Render[MutationReport]] = {"text": text.render, "json": json.render}
