"""Set one number in the text of a setter's YAML file; every other byte stays.

As in `inserting`, the parser's marks give the place, and the values of the new text are compared
with the expected ones.
"""

from typing import Any

import yaml

from judging.core.diagnostics import Diagnostic, error
from judging.core.errors import PackageError
from judging.package.yaml import documents
from judging.package.yaml.inserting import child


def set_number(content: bytes, file: str, section: str, key: str, number: float) -> bytes:
    """Return the YAML `content` with `number` as the value of `key` in the mapping `section`; both
    are added if they are missing. `file` names the file in the PackageError that is raised if the
    text has no place for the number."""
    faults: list[Diagnostic] = []
    before = documents.parse(content, file, faults.append, empty=True)
    if before is not None:
        edited = _set(content.decode(), section, key, repr(number)).encode()
        after = documents.parse(edited, file, lambda _: None, empty=True)
        inner = before.data.get(section) or {}
        expected = {**inner, key: number} if isinstance(inner, dict) else None
        if after is not None and after.data == {**before.data, section: expected}:
            return edited
    advice = f"write `{section}: {{{key}: {number}}}` by hand"
    faults.append(error(f"cannot be edited automatically: {advice}", file))
    raise PackageError(faults)


def _set(text: str, section: str, key: str, number: str) -> str:
    """Return the text with the number; a text that has no simple place for it comes out wrong."""
    ending = "\r\n" if "\r\n" in text else "\n"
    root: Any = yaml.compose(text, Loader=documents.LOADER)
    name, inner = child(root, section) or (None, root)
    if name and (old := child(inner, key)) is not None:
        start, end = old[1].start_mark.index, old[1].end_mark.index
        return f"{text[:start]}{'' if start < end else ' '}{number}{text[end:]}"
    if getattr(inner, "flow_style", False):
        start = inner.start_mark.index + 1
        entry = f"{key}: {number}" if name else f"{section}: {{{key}: {number}}}"
        return f"{text[:start]}{entry}{', ' if inner.value else ''}{text[start:]}"
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += ending
    if name is None:
        return f"{''.join(lines)}{section}:{ending}  {key}: {number}{ending}"
    indent = name.start_mark.column + 2
    if isinstance(inner, yaml.MappingNode) and inner.value:
        indent = inner.value[0][0].start_mark.column
    lines.insert(name.end_mark.line + 1, f"{' ' * indent}{key}: {number}{ending}")
    return "".join(lines)
