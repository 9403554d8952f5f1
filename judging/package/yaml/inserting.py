"""Insert into the text of a setter's YAML file; every byte of the old text stays.

The text is not dumped again from its values: that would lose the setter's comments,
quotes and line breaks. The parser's marks give the place, and a few lines or a flow
mapping go in there. The values of the new text are then compared with the expected ones,
so that a text of an unforeseen form is refused, not damaged.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import yaml

from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import PackageError
from judging.package.yaml import documents
from judging.values import Value

# Words that some YAML readers do not read as text.
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_PLAIN = re.compile(r"[a-zA-Z_][a-zA-Z0-9_.-]*")


def insert(
    content: bytes,
    file: str,
    change: Callable[[str], str],
    expected: Callable[[dict[str, Any]], object],
    by_hand: str,
    *,
    listed: str = "",
    empty: bool = False,
) -> bytes:
    """Return a YAML text after `change`, if it then has the expected values.

    change: inserts into the text; it may return a wrong text if there is no place.
    expected: makes the values that the new text must have from those of the old one.
    by_hand: what to do instead, for the PackageError that names the `file` and is raised
        if the text cannot be read or has no place.
    listed, empty: as of `documents.read`.
    """
    faults: list[Diagnostic] = []
    before = documents.parse(content, file, faults.append, listed=listed, empty=empty)
    if before is not None:
        changed = change(content.decode()).encode()
        # What is wrong with a text that nobody gets to see is not reported.
        after = documents.parse(
            changed, file, lambda _: None, listed=listed, empty=empty
        )
        if after is not None and after.data == expected(before.data):
            return changed
    faults.append(error(f"cannot be edited automatically: {by_hand}", file))
    raise PackageError(faults)


def line_end(text: str) -> str:
    """Return how the lines of a text end."""
    return "\r\n" if "\r\n" in text else "\n"


# ---- places in a text


class KeyNodes(Value):
    """The nodes of a key and of its value."""

    name: Any
    value: Any


def child(node: Any, key: str) -> KeyNodes | None:
    """Find `key` in a mapping or in a list of one-key mappings."""
    mappings = node.value if isinstance(node, yaml.SequenceNode) else [node]
    for mapping in mappings:
        if not isinstance(mapping, yaml.MappingNode):
            continue
        for name, value in mapping.value:
            if isinstance(name, yaml.ScalarNode) and name.value == key:
                return KeyNodes(name, value)
    return None


def _last(node: Any) -> Any:
    """Return the innermost node at the end of a block, before any closing brackets."""
    while isinstance(node, yaml.CollectionNode) and node.value and not node.flow_style:
        node = _last_value(node)
    return node


def _last_value(node: Any) -> Any:
    """Return the last item of a list, or the value of the last key of a mapping."""
    last = node.value[-1]
    if isinstance(node, yaml.MappingNode):
        _, value = last
        return value
    return last


def _append_in_flow(lines: list[str], collection: Any, entry: str) -> None:
    """Insert the entry into its line, as the last of a collection in flow style."""
    row, column = _place_after(collection)
    separator = ", " if collection.value else ""
    line = lines[row]
    lines[row] = f"{line[:column]}{separator}{entry}{line[column:]}"


def _row_after(node: Any) -> int:
    """Return the number, from 0, of the first line after a block."""
    mark = _last(node).end_mark
    row: int = mark.line
    # A block scalar ends at the start of the next line.
    ends_at_line_start = mark.column == 0 and mark.line > node.start_mark.line
    return row if ends_at_line_start else row + 1


def _place_after(node: Any) -> tuple[int, int]:
    """Return (line, column), from 0, of the next entry of a collection in flow style."""
    if not node.value:
        return node.start_mark.line, node.start_mark.column + 1
    mark = _last_value(node).end_mark
    return mark.line, mark.column


def _plain_or_quoted(key: str) -> str:
    """Return a text as a YAML scalar: plain if every reader takes it for text."""
    if _PLAIN.fullmatch(key) and key.lower() not in _WORDS:
        return key
    return json.dumps(key)


# ---- a test of generators.yaml


def insert_test(
    content: bytes,
    file: str,
    place: Sequence[str],
    recipe: Mapping[str, str],
    comment: str,
) -> bytes:
    """Return a generators.yaml with a test as the last of its folder, below a comment.

    `place` holds the folders below `data` and the name of the test. `file` names the
    file in the PackageError that is raised if the text has no place for the test.
    """
    return insert(
        content,
        file,
        lambda text: _insert_test(text, place, recipe, comment),
        lambda data: _with_test(data, place, recipe),
        "add the test by hand",
    )


def _with_test(
    data: Mapping[str, Any], place: Sequence[str], recipe: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values that the file must have after the insertion."""
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
    """Return the first entry called `part` in the folder; None if it has none."""
    entries = folder.get("data")
    items = entries if isinstance(entries, list) else [entries]
    for item in items:
        if isinstance(item, dict) and item.get(part) is not None:
            return item[part]
    return None


def _put(folder: dict[str, Any], key: str, value: dict[str, Any]) -> None:
    entries = folder.get("data")
    if isinstance(entries, list):
        entries.append({key: value})
    else:
        folder["data"] = {**(entries or {}), key: value}


class _Gap(Value):
    """Where a new entry goes.

    `path` has the keys that the entry still needs, the name of the test last. They
    go into `parent`, a collection; `empty`, if set, is the first of them, a key
    there without a value. `flow` is the outermost collection in flow style around the
    place, or None.
    """

    parent: Any
    path: Sequence[str]
    empty: KeyNodes | None
    flow: Any


def _insert_test(
    text: str, place: Sequence[str], recipe: Mapping[str, str], comment: str
) -> str:
    root: Any = yaml.compose(text, Loader=documents.LOADER)
    gap = _find_gap(root, place)
    leaf = ", ".join(f"{key}: {json.dumps(value)}" for key, value in recipe.items())
    lines = text.splitlines(keepends=True)
    ending = line_end(text)
    added = [f"# {comment}"]
    if gap.flow is not None:
        in_sequence = isinstance(gap.parent, yaml.SequenceNode)
        entry = _flow(gap.path, leaf, in_sequence=in_sequence)
        _append_in_flow(lines, gap.parent, entry)
        # Inside a flow collection a comment would have to end its line: it goes above.
        row = gap.flow.start_mark.line
        column = len(lines[row]) - len(lines[row].lstrip(" "))
    elif gap.empty is None:
        in_sequence = isinstance(gap.parent, yaml.SequenceNode)
        added += _block(gap.path, leaf, in_sequence=in_sequence)
        row = _row_after(gap.parent)
        column = gap.parent.start_mark.column
    else:
        added += _block(gap.path[1:], leaf)
        row = _row_after(gap.empty.value)
        column = gap.empty.name.start_mark.column + 2
    if row == len(lines) and not lines[-1].endswith("\n"):
        lines[-1] += ending
    indent = " " * column
    lines[row:row] = [f"{indent}{line}{ending}" for line in added]
    return "".join(lines)


def _find_gap(root: Any, place: Sequence[str]) -> _Gap:
    """Walk down from the root along the folders that exist already."""
    path = [word for part in place for word in ("data", part)]
    parent = root
    flow = None
    if root.flow_style:
        flow = root
    below = child(root, path[0])
    while below is not None and isinstance(below.value, yaml.CollectionNode):
        parent = below.value
        path = path[1:]
        if flow is None and parent.flow_style:
            flow = parent
        # The test itself is new, even if a numbered test has the same name.
        below = child(parent, path[0]) if len(path) > 1 else None
    return _Gap(parent, path, below, flow)


def _flow(path: Sequence[str], leaf: str, *, in_sequence: bool) -> str:
    """Return the entry in flow style, nested below the keys of `path`."""
    entry = f"{{{leaf}}}"
    for key in reversed(path):
        entry = f"{{{_plain_or_quoted(key)}: {entry}}}"
    # A mapping around the entry is there already.
    return entry if in_sequence else entry[1:-1]


def _block(path: Sequence[str], leaf: str, *, in_sequence: bool = False) -> list[str]:
    """Return the entry in block style, each key of `path` below the one before it."""
    lines = []
    for depth, key in enumerate(path):
        bullet = ""
        if in_sequence:
            bullet = "- " if depth == 0 else "  "
        lines.append(f"{bullet}{'  ' * depth}{_plain_or_quoted(key)}:")
    lines[-1] += f" {{{leaf}}}"
    return lines


# ---- an item of a list


def append_item(
    content: bytes, file: str, listed: str, item: Mapping[str, str] | str
) -> bytes:
    """Return a YAML text with `item` as the last of the list at its top, or at the key
    `listed` there. A text without a value gets a list of one item.

    `file` names the file in the PackageError that is raised if the text cannot be read or
    has no such list.
    """
    return insert(
        content,
        file,
        lambda text: _append(text, listed, item),
        lambda data: _with_item(data, listed, item),
        f"add {_item_in_flow(item)}",
        listed=listed,
        empty=True,
    )


def _with_item(
    data: Mapping[str, Any], listed: str, item: Mapping[str, str] | str
) -> dict[str, Any] | None:
    """Return the values with the item; None if they have no such list."""
    items = data.get(listed, [])
    if not isinstance(items, list):
        return None
    added = dict(item) if isinstance(item, Mapping) else item
    return {**data, listed: [*items, added]}


def _append(text: str, listed: str, item: Mapping[str, str] | str) -> str:
    """Return the text with the item; unchanged if it has no list to append to."""
    root: Any = yaml.compose(text, Loader=documents.LOADER)
    ending = line_end(text)
    if text and not text.endswith("\n"):
        text += ending
    if root is None:
        return text + _item_in_block(item, "", ending)
    items: Any = root
    if isinstance(root, yaml.MappingNode):
        found = child(root, listed)
        items = None if found is None else found.value
    if not isinstance(items, yaml.SequenceNode):
        return text
    lines = text.splitlines(keepends=True)
    if items.flow_style:
        _append_in_flow(lines, items, _item_in_flow(item))
    else:
        indent = " " * items.start_mark.column
        lines.insert(_row_after(items), _item_in_block(item, indent, ending))
    return "".join(lines)


def _item_in_block(item: Mapping[str, str] | str, indent: str, ending: str) -> str:
    """Return the lines of the item in block style."""
    if isinstance(item, str):
        return f"{indent}- {_plain_or_quoted(item)}{ending}"
    lines = [f"{key}: {_plain_or_quoted(value)}{ending}" for key, value in item.items()]
    return f"{indent}- " + f"{indent}  ".join(lines)


def _item_in_flow(item: Mapping[str, str] | str) -> str:
    if isinstance(item, str):
        return json.dumps(item)
    entries = [f"{key}: {json.dumps(value)}" for key, value in item.items()]
    return f"{{{', '.join(entries)}}}"
