"""Write a package's time limit where the package states it: problem.yaml or DOMjudge's files."""

from pathlib import Path
from typing import Any

import yaml

from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package.problem_yaml import domjudge_settings
from judging.package.yaml import documents
from judging.package.yaml.inserting import child

_LIMITS, _KEY = "limits", "time_limit"


def with_time_limit(problem: Problem, time_s: float) -> dict[Path, bytes]:
    """Return the new content of each file of the package that states the time limit, or of
    problem.yaml if none does; every other byte stays.

    Raise PackageError if such a file is missing, lies outside the package or cannot be edited.
    """
    paths = problem.paths
    limits = problem.metadata.get(_LIMITS)
    others = (
        domjudge_settings.read(paths.root, lambda _: None).time_limits
        if paths.foreign
        else {}
    )
    files = [paths.root / name for name in others]
    if not files or (isinstance(limits, dict) and _KEY in limits):
        files.append(paths.config)
    contents = {}
    for path in files:
        name = paths.relative_path(path)
        if not path.is_file() or not path.resolve().is_relative_to(paths.root):
            raise PackageError([error("missing: create it in the package", name)])
        edit = set_in_yaml if path == paths.config else domjudge_settings.with_time_limit
        contents[path] = edit(path.read_bytes(), name, time_s)
    return contents


def set_in_yaml(content: bytes, file: str, time_s: float) -> bytes:
    """Return the content of a problem.yaml with another time limit, or with a first one.

    As in `inserting`, the parser's marks give the place, and the values of the new text are
    compared with the expected ones. Raise PackageError if the text has no place for the limit.
    """
    faults: list[Diagnostic] = []
    before = documents.parse(content, file, faults.append, empty=True)
    if before is not None:
        edited = _set(content.decode(), repr(time_s)).encode()
        after = documents.parse(edited, file, lambda _: None, empty=True)
        limits = before.data.get(_LIMITS) or {}
        expected = {**limits, _KEY: time_s} if isinstance(limits, dict) else None
        if after is not None and after.data == {**before.data, _LIMITS: expected}:
            return edited
    advice = f"write `{_LIMITS}: {{{_KEY}: {time_s}}}` by hand"
    faults.append(error(f"cannot be edited automatically: {advice}", file))
    raise PackageError(faults)


def _set(text: str, number: str) -> str:
    """Return the text with the number; a text that has no simple place for it comes out wrong."""
    ending = "\r\n" if "\r\n" in text else "\n"
    root: Any = yaml.compose(text, Loader=documents.LOADER)
    name, limits = child(root, _LIMITS) or (None, root)
    if name and (old := child(limits, _KEY)) is not None:
        start, end = old[1].start_mark.index, old[1].end_mark.index
        return f"{text[:start]}{'' if start < end else ' '}{number}{text[end:]}"
    entry = f"{_KEY}: {number}"
    if getattr(limits, "flow_style", False):
        start = limits.start_mark.index + 1
        added = entry if name else f"{_LIMITS}: {{{entry}}}"
        return f"{text[:start]}{added}{', ' if limits.value else ''}{text[start:]}"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += ending
    if name is None:
        return f"{''.join(lines)}{_LIMITS}:{ending}  {entry}{ending}"
    indent = name.start_mark.column + 2
    if isinstance(limits, yaml.MappingNode) and limits.value:
        indent = limits.value[0][0].start_mark.column
    lines.insert(name.end_mark.line + 1, f"{' ' * indent}{entry}{ending}")
    return "".join(lines)
