"""Write a package's time limit where it states it: problem.yaml or DOMjudge's files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.files import below
from judging.package.problem_yaml import domjudge_settings
from judging.package.yaml import documents
from judging.package.yaml.inserting import KeyNodes, child, insert, line_end

_LIMITS = "limits"
_KEY = "time_limit"
RESOLUTION = "time_resolution"


def with_time_limit(problem: Problem, time_s: float) -> dict[Path, bytes]:
    """Return the new content of each file of the package that states the time limit, or
    of problem.yaml if none does; every other byte stays.

    Raise PackageError if such a file is missing, lies outside the package or cannot be
    edited.
    """
    paths = problem.paths
    contents = {}
    for path in _stating_files(problem):
        name = paths.relative_path(path)
        if not path.is_file() or not path.resolve().is_relative_to(paths.root):
            raise PackageError([error("missing: create it in the package", name)])
        edit = set_in_yaml if path == paths.config else domjudge_settings.with_time_limit
        contents[path] = edit(path.read_bytes(), name, time_s)
    return contents


def check_places(problem: Problem) -> None:
    """Raise PackageError if a link is in the place of a file that states the time limit."""
    for path in _stating_files(problem):
        below(problem.paths.root, path).check()


def _stating_files(problem: Problem) -> list[Path]:
    """Return every file with the time limit, because different limits are an error."""
    paths = problem.paths
    files = []
    if paths.foreign:
        settings = domjudge_settings.read(paths.root, lambda _: None)
        files = [paths.root / name for name in settings.time_limits]
    limits = problem.metadata.get(_LIMITS)
    if not files or (isinstance(limits, dict) and _KEY in limits):
        files.append(paths.config)
    return files


def set_in_yaml(content: bytes, file: str, time_s: float, key: str = _KEY) -> bytes:
    """Return the content of a problem.yaml with another time limit, or with a first one;
    with `key`, with another limit on time.

    Raise PackageError if the text has no place for the limit.
    """
    return insert(
        content,
        file,
        lambda text: _set(text, key, repr(time_s)),
        lambda data: _with_limit(data, key, time_s),
        f"write `{_LIMITS}: {{{key}: {time_s}}}` by hand",
        empty=True,
    )


def _with_limit(
    data: Mapping[str, Any], key: str, time_s: float
) -> dict[str, Any] | None:
    """Return the values with the limit; None if they have no place for it."""
    limits = data.get(_LIMITS) or {}
    if not isinstance(limits, dict):
        return None
    return {**data, _LIMITS: {**limits, key: time_s}}


def _set(text: str, key: str, number: str) -> str:
    """Return the text with the number; some wrong text if it has no simple place."""
    root: Any = yaml.compose(text, Loader=documents.LOADER)
    limits = child(root, _LIMITS)
    limit = child(limits.value, key) if limits is not None else None
    if limit is not None:
        return _replace_value(text, limit.value, number)
    entry = f"{key}: {number}"
    # An empty file has no root.
    if limits is None and getattr(root, "flow_style", False):
        return _insert_first(text, root, f"{_LIMITS}: {{{entry}}}")
    if limits is not None and getattr(limits.value, "flow_style", False):
        return _insert_first(text, limits.value, entry)
    return _insert_line(text, limits, entry)


def _replace_value(text: str, value: Any, number: str) -> str:
    start = value.start_mark.index
    end = value.end_mark.index
    # An empty value starts at the colon, which needs a space after it.
    space = "" if start < end else " "
    return f"{text[:start]}{space}{number}{text[end:]}"


def _insert_first(text: str, collection: Any, entry: str) -> str:
    """Insert the entry as the first of a collection in flow style."""
    start = collection.start_mark.index + 1
    separator = ", " if collection.value else ""
    return f"{text[:start]}{entry}{separator}{text[start:]}"


def _insert_line(text: str, limits: KeyNodes | None, entry: str) -> str:
    """Insert the entry as a line below `limits`; add that key if it is missing."""
    ending = line_end(text)
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += ending
    if limits is None:
        return f"{''.join(lines)}{_LIMITS}:{ending}  {entry}{ending}"
    indent = limits.name.start_mark.column + 2
    if isinstance(limits.value, yaml.MappingNode) and limits.value.value:
        first_name, _ = limits.value.value[0]
        indent = first_name.start_mark.column
    lines.insert(limits.name.end_mark.line + 1, f"{' ' * indent}{entry}{ending}")
    return "".join(lines)
