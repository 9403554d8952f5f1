"""Adds one test to a package: to its generators.yaml, or where it has none to its data.

The setter's comments and order stay as they are.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from judging.diagnostics import error
from judging.errors import PackageError, UsageError
from judging.formats.sources import FILE_NAME
from judging.problem import Paths, Problem

_INLINE_BYTES = 400
_GROUP = "secret"


def place_of(problem: Problem, name: str) -> tuple[str, ...]:
    """Where a test called `name` goes: under `secret` unless it says another folder. UsageError
    for a name that is taken or that no test may have."""
    parts = tuple(name.removesuffix(".in").split("/"))
    whole = parts if parts[0] in ("sample", _GROUP) and len(parts) > 1 else (_GROUP, *parts)
    if not all(FILE_NAME.fullmatch(part) for part in whole):
        raise UsageError(f"--save {name}: cannot be the name of a test")
    taken = {case.name for case in problem.testcases}
    if "/".join(whole) in taken or (problem.paths.generators / f"{whole[-1]}.in").exists():
        raise UsageError(f"--save {name}: there is a test {'/'.join(whole)} already")
    return whole


def add_test(
    paths: Paths, place: tuple[str, ...], content: bytes, answer: bytes, comment: str
) -> list[Path]:
    """Writes the recipe of a fixed test, or where there is no generators.yaml the test; gives the
    files written. PackageError where generators.yaml cannot be edited."""
    if not paths.generators_yaml.is_file():
        folder = paths.data.joinpath(*place[:-1])
        folder.mkdir(parents=True, exist_ok=True)
        files = [folder / f"{place[-1]}{extension}" for extension in (".in", ".ans")]
        for file, data in zip(files, (content, answer), strict=True):
            file.write_bytes(data)
        return files
    written = []
    recipe = {"in": content.decode("utf-8", "replace")}
    if not _fits_inline(content):
        copied = paths.generators / f"{place[-1]}.in"
        copied.write_bytes(content)
        written.append(copied)
        recipe = {"copy": place[-1]}
    edited = _edited(paths, place, recipe, comment)
    paths.generators_yaml.write_bytes(edited)
    return [*written, paths.generators_yaml]


def _fits_inline(content: bytes) -> bool:
    """Whether a YAML string gives these bytes back: text of whole lines, and little of it."""
    try:
        text = content.decode("ascii")
    except UnicodeDecodeError:
        return False
    printable = text.replace("\n", "").isprintable()
    return printable and text.endswith("\n") and len(content) <= _INLINE_BYTES


def _edited(paths: Paths, place: tuple[str, ...], recipe: dict[str, str], comment: str) -> bytes:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 10_000
    try:
        whole = yaml.load(paths.generators_yaml.read_bytes())
        folder = whole
        for part in place[:-1]:
            folder = _child(folder, part)
        entry = _map({key: DoubleQuotedScalarString(value) for key, value in recipe.items()})
        entry.fa.set_flow_style()
        _append(folder, place[-1], entry, comment, indent=2 * len(place) + 2)
        stream = io.BytesIO()
        yaml.dump(whole, stream)
    except (YAMLError, AttributeError, TypeError) as failure:
        shown = paths.shown(paths.generators_yaml)
        message = f"cannot be edited: {str(failure).splitlines()[0]}"
        raise PackageError([error(message, shown)]) from failure
    return stream.getvalue().rstrip(b"\n") + b"\n"


def _map(values: dict[str, Any]) -> Any:
    from ruamel.yaml.comments import CommentedMap

    return CommentedMap(values)


def _child(folder: Any, part: str) -> Any:
    """The entry `part` of a folder's `data`, made where it is not there."""
    data = folder.setdefault("data", _map({}))
    if isinstance(data, dict):
        return data.setdefault(part, _map({}))
    found = [item[part] for item in data if part in item]
    if not found:
        data.append(_map({part: _map({})}))
        found = [data[-1][part]]
    return found[0]


def _append(folder: Any, name: str, entry: Any, comment: str, indent: int) -> None:
    data: Any = folder.get("data")
    if data is None:
        data = folder["data"] = _map({})
    tail = _tail(data)
    key: Any = name
    if hasattr(data, "keys"):
        data[name] = entry
        data.yaml_set_comment_before_after_key(name, before=comment, indent=indent)
    else:
        data.append(_map({name: entry}))
        key = len(data) - 1
        data.yaml_set_comment_before_after_key(key, before=comment, indent=indent)
        data, key = data[-1], name
    if tail is not None:
        slots = data.ca.items.setdefault(key, [None, None, None, None])
        slots[2] = tail


def _in_flow(value: Any) -> bool:
    return bool(value.fa.flow_style())


def _tail(node: Any) -> Any:
    """Takes the comment lines behind the last entry: they belong to what comes next, not to it."""
    while node:
        key = len(node) - 1 if isinstance(node, list) else list(node)[-1]
        value: Any = node[key]
        block = isinstance(value, (dict, list)) and value and not _in_flow(value)
        if block:
            node = value
            continue
        slots = node.ca.items.get(key)
        place = 0 if isinstance(node, list) else 2
        token = slots[place] if slots else None
        if token is None or "\n" not in token.value.rstrip(" ")[:-1]:
            return None
        same_line, _, later = token.value.partition("\n")
        if not later.strip():
            return None
        moved = type(token)("\n" + later, token.start_mark, None)
        token.value = f"{same_line}\n" if same_line else ""
        if not same_line:
            slots[place] = None
        return moved
    return None
