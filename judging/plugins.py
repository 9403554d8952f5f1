"""Parts that other Python packages add to the judge. They name these as entry points.

docs/plugins.md describes the groups, and what an entry point of each has to name.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from judging.core.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

EXECUTORS = "judge.executors"
IMPORT_FORMATS = "judge.import"
EXPORT_FORMATS = "judge.export"


def names(group: str) -> list[str]:
    """Return the names of the entry points in a group, in order."""
    return sorted(point.name for point in _entry_points(group))


def load(group: str, name: str) -> Any:
    """Return what the entry point of this name stands for; UsageError if it cannot be
    imported."""
    point = next(each for each in _entry_points(group) if each.name == name)
    try:
        return point.load()
    # It is code of others, which may fail in any way.
    except Exception as fault:
        raise UsageError(f"{_named(point)} cannot be imported: {fault}") from fault


def _entry_points(group: str) -> "Iterable[EntryPoint]":
    # Imported here: 7 ms, and most commands ask for no part by a name that is not ours.
    from importlib.metadata import entry_points

    return entry_points(group=group)


def _named(point: "EntryPoint") -> str:
    package = f" of {point.dist.name}" if point.dist else ""
    return f"the plugin {point.name}{package} ({point.group}: {point.value})"
