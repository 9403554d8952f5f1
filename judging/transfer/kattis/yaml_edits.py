"""Changes to a setter's YAML files that leave comments, order and everything else as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from judging.core.problem import Paths
from judging.package.files.layout import Layout
from judging.package.yaml import editing
from judging.transfer.new_package import Difference

_FOLDED = {"MLE": "RTE", "OLE": "RTE"}
# Changes the loaded YAML in place and says what was lost; True where it changed anything.
_Change = Callable[[Any], tuple[bool, list[Difference]]]


def edited(content: bytes, shown: str, change: _Change) -> tuple[bytes | None, list[Difference]]:
    """`content` after `change`; None where nothing is left of it."""
    differences: list[Difference] = []

    def apply(data: Any) -> bool:
        changed, lost = change(data)
        differences.extend(lost)
        return changed

    return editing.edit(content, shown, apply), differences


def repath(data: Any, paths: Paths, layout: Layout) -> tuple[bool, list[Difference]]:
    """generators.yaml names the solution by its path in `layout`."""
    solution = data.get("solution")
    before = f"/{paths.relative_path(paths.submissions)}/"
    after = f"/{layout.submissions}/"
    if not isinstance(solution, str) or not solution.startswith(before) or before == after:
        return False, []
    data["solution"] = after + solution.removeprefix(before)
    return True, []


def fold(data: Any, shown: str) -> tuple[bool, list[Difference]]:
    """submissions.yaml loses the verdicts that the format does not know."""
    differences: list[Difference] = []
    for glob, rule in data.items():
        _fold(rule, str(glob), shown, differences)
    return bool(differences), differences


def _fold(rule: Any, glob: str, shown: str, differences: list[Difference]) -> None:
    for key, value in list((rule or {}).items()):
        if isinstance(value, dict):
            _fold(value, f"{glob}: {key}", shown, differences)
        if key not in ("permitted", "required"):
            continue
        verdicts = value or []
        for index in reversed(range(len(verdicts))):
            verdict = str(verdicts[index])
            if verdict not in _FOLDED:
                continue
            folded = _FOLDED[verdict]
            why = f"the format has {folded} only"
            differences.append(Difference(shown, f"{glob}: {key}: {verdict}", why))
            if folded in verdicts:
                del verdicts[index]
            else:
                verdicts[index] = folded


def drop_place(data: Any, shown: str) -> tuple[bool, list[Difference]]:
    """A test's settings lose where its input is refused."""
    if "rejected_at" not in data:
        return False, []
    del data["rejected_at"]
    return True, [
        Difference(shown, "rejected_at", "the format does not say where an input is refused")
    ]
