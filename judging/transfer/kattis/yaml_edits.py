"""Edits of a setter's YAML files for another format; comments and order stay.

Each edit changes the loaded values in place and returns True if it changed any.
"""

from __future__ import annotations

from typing import Any

from judging.core.problem import Paths
from judging.package.files.layout import Layout
from judging.transfer.kattis.submissions_yaml import FOLDED
from judging.transfer.new_package import NewPackage


def move_solution(data: Any, paths: Paths, layout: Layout) -> bool:
    """Give generators.yaml the path that the model solution has in `layout`."""
    solution = data.get("solution")
    before = f"/{paths.relative_path(paths.submissions)}/"
    after = f"/{layout.submissions}/"
    if not isinstance(solution, str) or not solution.startswith(before) or before == after:
        return False
    data["solution"] = after + solution.removeprefix(before)
    return True


def fold_verdicts(data: Any, file: str, new: NewPackage) -> bool:
    """Replace the verdicts in submissions.yaml that 2025-09 does not know."""
    changed = [_fold_rule(rule, f"{file}: {glob}", new) for glob, rule in data.items()]
    return any(changed)


def _fold_rule(rule: Any, place: str, new: NewPackage) -> bool:
    changed = False
    for key, value in (rule or {}).items():
        if isinstance(value, dict):
            changed |= _fold_rule(value, f"{place}: {key}", new)
        if key not in ("permitted", "required"):
            continue
        verdicts = value or []
        for index in reversed(range(len(verdicts))):
            verdict = str(verdicts[index])
            if verdict not in FOLDED:
                continue
            changed = True
            folded = FOLDED[verdict].value
            new.change(f"{place}: {key}: {verdict} becomes {folded}", f"2025-09 has no {verdict}")
            if folded in verdicts:
                del verdicts[index]
            else:
                verdicts[index] = folded
    return changed


def drop_rejected_at(data: Any, file: str, new: NewPackage) -> bool:
    """Remove the place where a validator rejects the input from a test's settings."""
    if "rejected_at" not in data:
        return False
    del data["rejected_at"]
    new.drop(f"{file}: rejected_at", "2025-09 has no such key")
    return True
