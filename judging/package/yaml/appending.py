"""Append an item to a list in the text of a YAML file; every byte of the old text stays.

As in `inserting.py`, the parser's marks give the place, and the values of the new text
are compared with the expected ones, so that no text of an unforeseen form is damaged.
"""

import json
from collections.abc import Mapping
from typing import Any

import yaml

from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import PackageError
from judging.package.yaml import documents
from judging.package.yaml.inserting import child, place_after, plain_or_quoted, row_after


def append_item(
    content: bytes, file: str, listed: str, item: Mapping[str, str] | str
) -> bytes:
    """Return a YAML text with `item` as the last of the list at its top, or at the key
    `listed` there. A text without a value gets a list of one item.

    `file` names the file in the PackageError that is raised if the text cannot be read or
    has no such list.
    """
    faults: list[Diagnostic] = []
    before = documents.parse(content, file, faults.append, listed=listed, empty=True)
    if before is None:
        raise PackageError(faults)
    edited = _append(content.decode(), listed, item).encode()
    after = documents.parse(edited, file, faults.append, listed=listed)
    items = before.data.get(listed, [])
    wanted = dict(item) if isinstance(item, Mapping) else item
    if isinstance(items, list) and after is not None:
        expected = {**before.data, listed: [*items, wanted]}
        if after.data == expected:
            return edited
    faults.append(error(f"cannot be edited automatically: add {_flow(item)}", file))
    raise PackageError(faults)


def _append(text: str, listed: str, item: Mapping[str, str] | str) -> str:
    """Return the text with the item; unchanged if it has no list to append to."""
    root: Any = yaml.compose(text, Loader=documents.LOADER)
    ending = "\r\n" if "\r\n" in text else "\n"
    if text and not text.endswith("\n"):
        text += ending
    if root is None:
        return text + _block(item, "", ending)
    items: Any = root
    if isinstance(root, yaml.MappingNode):
        found = child(root, listed)
        items = None if found is None else found.value
    if not isinstance(items, yaml.SequenceNode):
        return text
    lines = text.splitlines(keepends=True)
    if items.flow_style:
        row, column = place_after(items)
        separator = ", " if items.value else ""
        line = lines[row]
        lines[row] = f"{line[:column]}{separator}{_flow(item)}{line[column:]}"
    else:
        indent = " " * items.start_mark.column
        lines.insert(row_after(items), _block(item, indent, ending))
    return "".join(lines)


def _block(item: Mapping[str, str] | str, indent: str, ending: str) -> str:
    """Return the lines of the item in block style."""
    if isinstance(item, str):
        return f"{indent}- {plain_or_quoted(item)}{ending}"
    lines = [f"{key}: {plain_or_quoted(value)}{ending}" for key, value in item.items()]
    return f"{indent}- " + f"{indent}  ".join(lines)


def _flow(item: Mapping[str, str] | str) -> str:
    if isinstance(item, str):
        return json.dumps(item)
    entries = [f"{key}: {json.dumps(value)}" for key, value in item.items()]
    return f"{{{', '.join(entries)}}}"
