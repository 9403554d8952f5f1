"""Add one test to the text of a generators.yaml; every byte of the old text stays.

The text is not dumped again from its values. The parser's marks give the place, and a few lines or
a flow mapping go in there. The values of the new text are then compared with the expected ones.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

import yaml

from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import PackageError
from judging.package.yaml import documents

# Words that some YAML readers do not read as text.
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_PLAIN = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.-]*")


def insert_test(
    content: bytes,
    file: str,
    place: Sequence[str],
    recipe: Mapping[str, str],
    comment: str,
) -> bytes:
    """Return a generators.yaml with a test added as the last of its folder, below a comment.

    `place` holds the folders below `data` and the name of the test. `file` names the file in the
    PackageError that is raised if the text has no place for the test.
    """
    faults: list[Diagnostic] = []
    before = documents.parse(content, file, faults.append)
    if before is not None:
        edited = _insert(content.decode(), place, recipe, comment).encode()
        after = documents.parse(edited, file, faults.append)
        if after is not None and after.data == _with_test(before.data, place, recipe):
            return edited
    faults.append(error("cannot be edited automatically: add the test by hand", file))
    raise PackageError(faults)


def _with_test(
    data: Mapping[str, Any], place: Sequence[str], recipe: Mapping[str, str]
) -> dict[str, Any]:
    # A value that aliases share becomes a separate copy for each of them.
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
    return next(
        (i[part] for i in items if isinstance(i, dict) and i.get(part) is not None), None
    )


def _put(folder: dict[str, Any], key: str, value: dict[str, Any]) -> None:
    entries = folder.get("data")
    if isinstance(entries, list):
        entries.append({key: value})
    else:
        folder["data"] = {**(entries or {}), key: value}


def _insert(
    text: str, place: Sequence[str], recipe: Mapping[str, str], comment: str
) -> str:
    node: Any = yaml.compose(text, Loader=documents.LOADER)
    path = [word for part in place for word in ("data", part)]
    flow: Any = node if node.flow_style else None
    below = child(node, path[0])
    while below is not None and isinstance(below[1], yaml.CollectionNode):
        node, path = below[1], path[1:]
        flow = node if node.flow_style and flow is None else flow
        # The test itself is new, even if a numbered test has the same name.
        below = child(node, path[0]) if len(path) > 1 else None
    leaf = ", ".join(f"{key}: {json.dumps(value)}" for key, value in recipe.items())
    lines = text.splitlines(keepends=True)
    ending = "\r\n" if lines[0].endswith("\r\n") else "\n"
    if flow is not None:
        row, column = _after(node)
        line, entry = (
            lines[row],
            _flow(path, leaf, sequence=isinstance(node, yaml.SequenceNode)),
        )
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
    lines[row:row] = [
        f"{' ' * column}{line}{ending}" for line in (f"# {comment}", *block)
    ]
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
        lines = [
            f"{'- ' if depth == 0 else '  '}{line}" for depth, line in enumerate(lines)
        ]
    return lines


def _key(key: str) -> str:
    plain = _PLAIN.fullmatch(key) and key.lower() not in _WORDS
    return key if plain else json.dumps(key)


def child(node: Any, key: str) -> tuple[Any, Any] | None:
    """Return the nodes of `key` and its value in a mapping or a list of one-key mappings."""
    mappings = node.value if isinstance(node, yaml.SequenceNode) else [node]
    for mapping in mappings:
        for name, value in (
            mapping.value if isinstance(mapping, yaml.MappingNode) else ()
        ):
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                return name, value
    return None


def _last(node: Any) -> Any:
    """Return the innermost node at the end of `node`, ignoring closing brackets and comments."""
    while isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        last = node.value[-1]
        node = last[1] if isinstance(last, tuple) else last
    return node


def _row_after(node: Any) -> int:
    """Return the number, from 0, of the first line after a block."""
    mark = _last(node).end_mark
    row: int = mark.line
    # A block scalar ends at the start of the next line.
    return row if mark.column == 0 and mark.line > node.start_mark.line else row + 1


def _after(node: Any) -> tuple[int, int]:
    """Return (line, column), from 0, of the place for the next entry of a flow collection."""
    if not node.value:
        return node.start_mark.line, node.start_mark.column + 1
    last = node.value[-1]
    mark = (last[1] if isinstance(last, tuple) else last).end_mark
    return mark.line, mark.column
