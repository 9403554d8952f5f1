"""The reports of `judge doctor`."""

from __future__ import annotations

from collections.abc import Mapping

from judging.machine.doctor import Health
from judging.reports.doctor import json, text
from judging.reports.medium import Render

FORMATS: Mapping[str, Render[Health]] = {"text": text.render, "json": json.render}
