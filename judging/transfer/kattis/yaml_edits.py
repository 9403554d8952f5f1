"""Edits of a setter's YAML files for another format; comments and order stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from judging.core.problem import Paths, Problem
from judging.package.files.layout import Layout
from judging.package.yaml import editing
from judging.transfer.filesystem import read_file
from judging.transfer.kattis.submissions_yaml import FOLDED, missing_rules
from judging.transfer.new_package import NewPackage


def move_solution(paths: Paths, layout: Layout) -> bytes | None:
    """Return generators.yaml with the path that the model solution has in `layout`."""

    def change(data: Any) -> bool:
        solution = data.get("solution")
        before = f"/{paths.relative_path(paths.submissions)}/"
        after = f"/{layout.submissions}/"
        if not isinstance(solution, str) or not solution.startswith(before) or before == after:
            return False
        data["solution"] = after + solution.removeprefix(before)
        return True

    file = paths.relative_path(paths.generators_yaml)
    return editing.edit(read_file(paths.generators_yaml), file, change)


def fold_verdicts(paths: Paths, new: NewPackage) -> bytes | None:
    """Return submissions.yaml without the verdicts that 2025-09 does not know."""
    file = paths.relative_path(paths.submissions_yaml)
    return editing.edit(
        read_file(paths.submissions_yaml), file, lambda data: _fold_rule(data, file, new)
    )


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


def drop_rejected_at(source: Path, file: str, new: NewPackage) -> bytes | None:
    """Return a test's settings without the place where a validator rejects the input."""

    def change(data: Any) -> bool:
        if "rejected_at" not in data:
            return False
        del data["rejected_at"]
        new.drop(f"{file}: rejected_at", "2025-09 has no such key")
        return True

    return editing.edit(read_file(source), file, change)


def add_missing_rules(problem: Problem, layout: Layout, new: NewPackage) -> None:
    """Add the rules that submissions.yaml lacks, to the file if there is one."""
    missing = missing_rules(problem)
    if not missing:
        return
    path = f"{layout.submissions}/submissions.yaml"
    given = new.files.get(path)
    if given is None:
        new.add_yaml(path, missing)
        return
    content = given if isinstance(given, bytes) else read_file(given)
    added = editing.edit(content, path, lambda data: data.update(missing) is None)
    new.add(path, added or content)
