"""The module that renders the reports of a subject."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType

# By the name that a subject has on pages.
MODULES: Mapping[str, str] = {
    "run": "judging.reports.run",
    "comparison": "judging.features.compare.report",
    "contest": "judging.features.contest.report",
    "describe": "judging.features.describe.report",
    "doctor": "judging.features.this_machine.report",
    "hunt": "judging.features.hack.report",
    "limits": "judging.features.limits.report",
    "mutation": "judging.features.mutate.report",
    "strength": "judging.features.strength.report",
    "strengthening": "judging.features.strengthen.report",
}


def report_module(subject: str) -> ModuleType:
    return importlib.import_module(MODULES[subject])
