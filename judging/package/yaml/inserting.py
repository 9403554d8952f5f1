"""One entry more in the text of a generators.yaml: what was written stays, byte for byte.

The text is not written anew from its values: the place is found by the marks of the parser, and a
few lines or a flow mapping go in there. Whoever uses it compares the values before and after.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

_Loader: type = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# Words that some reader of YAML takes for something else than text.
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_PLAIN = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.-]*")


def with_entry(
    data: Mapping[str, Any], place: Sequence[str], recipe: Mapping[str, str]
) -> dict[str, Any]:
    """The values of a generators.yaml with the test at `place`, folder by folder, added."""
    # A value that aliases share is one for each of them here.
    whole: dict[str, Any] = json.loads(json.dumps(data))
    folder = whole
    for part in place[:-1]:
        inner = _member(folder, part)
        if inner is None:
            inner = {}
            _put(folder, part, inner)
        folder = inner
    _put(folder, place[-1], dict(recipe))
    return whole


def _member(folder: dict[str, Any], part: str) -> Any:
    entries = folder.get("data")
    items = entries if isinstance(entries, list) else [entries]
    return next((i[part] for i in items if isinstance(i, dict) and i.get(part) is not None), None)


def _put(folder: dict[str, Any], key: str, value: dict[str, Any]) -> None:
    entries = folder.get("data")
    if isinstance(entries, list):
        entries.append({key: value})
    else:
        folder["data"] = {**(entries or {}), key: value}


def inserted(text: str, place: Sequence[str], recipe: Mapping[str, str], comment: str) -> str:
    """`text` with the test at `place`, the last of its folder, under a line of `comment`."""
    node: Any = yaml.compose(text, Loader=_Loader)
    path = [word for part in place for word in ("data", part)]
    flow: Any = node if node.flow_style else None
    below = _child(node, path[0])
    while below is not None and isinstance(below[1], yaml.CollectionNode):
        node, path = below[1], path[1:]
        flow = node if node.flow_style and flow is None else flow
        # The test itself is new, whatever a numbered one is called.
        below = _child(node, path[0]) if len(path) > 1 else None
    leaf = ", ".join(f"{key}: {json.dumps(value)}" for key, value in recipe.items())
    lines = text.splitlines(keepends=True)
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    if flow is not None:
        row, column = _after(node)
        line, entry = lines[row], _flow(path, leaf, sequence=isinstance(node, yaml.SequenceNode))
        lines[row] = f"{line[:column]}{', ' if node.value else ''}{entry}{line[column:]}"
        row, block = flow.start_mark.line, []
        column = len(lines[row]) - len(lines[row].lstrip(" "))
    elif below is None:
        block = _block(path, leaf, sequence=isinstance(node, yaml.SequenceNode))
        row, column = _row_after(node), node.start_mark.column
    else:
        block = _block(path[1:], leaf)
        row, column = _row_after(below[1]), below[0].start_mark.column + 2
    if row == len(lines) and not lines[-1].endswith("\n"):
        lines[-1] += ending
    lines[row:row] = [f"{' ' * column}{line}{ending}" for line in (f"# {comment}", *block)]
    return "".join(lines)


def _flow(path: Sequence[str], leaf: str, *, sequence: bool) -> str:
    entry = f"{{{leaf}}}"
    for key in reversed(path):
        entry = f"{{{_key(key)}: {entry}}}"
    return entry if sequence else entry[1:-1]


def _block(path: Sequence[str], leaf: str, *, sequence: bool = False) -> list[str]:
    lines = [f"{'  ' * depth}{_key(key)}:" for depth, key in enumerate(path)]
    lines[-1] += f" {{{leaf}}}"
    if sequence:
        lines = [f"{'- ' if depth == 0 else '  '}{line}" for depth, line in enumerate(lines)]
    return lines


def _key(key: str) -> str:
    plain = _PLAIN.fullmatch(key) and key.lower() not in _WORDS
    return key if plain else json.dumps(key)


def _child(node: Any, key: str) -> tuple[Any, Any] | None:
    """The nodes of `key` and of its value, in a mapping or in a list of mappings of one key."""
    mappings = node.value if isinstance(node, yaml.SequenceNode) else [node]
    for mapping in mappings:
        for name, value in mapping.value if isinstance(mapping, yaml.MappingNode) else ():
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                return name, value
    return None


def _last(node: Any) -> Any:
    """The node that ends where `node` ends, but for closing brackets and comments."""
    while isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return node


def _row_after(node: Any) -> int:
    """The number, from 0, of the first line behind a block."""
    mark = _last(node).end_mark
    row: int = mark.line
    # A block scalar ends at the start of the line behind it.
    return row if mark.column == 0 and mark.line > node.start_mark.line else row + 1


def _after(node: Any) -> tuple[int, int]:
    """Where the next entry of a flow collection goes: (line, column), from 0."""
    if not node.value:
        return node.start_mark.line, node.start_mark.column + 1
    last = node.value[-1]
    mark = (last[1] if isinstance(last, tuple) else last).end_mark
    return mark.line, mark.column
