"""Wrap programs that exit with 42 or 43, and the default comparison, for a Polygon package.

An import unwraps them again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence

from judging.transfer.adapters import adapter

_ADAPTER = adapter("kattis")
_COMPARISON = adapter("comparison")
_ARGUMENTS = re.compile(r"#define ARGUMENTS (?P<words>.*)\n")
_PROGRAM = re.compile(r'#define (?:CHECKER|INTERACTOR|VALIDATOR) "(?P<name>[^"\n]+)"\n')
_INCLUDED = ".h"
# Polygon needs a checker next to an interactor.
ACCEPTS_ALL = (
    b"// The interactor has already judged the output: accept everything.\nint main() {}\n"
)


def wrap(
    role: str, name: str, files: Mapping[str, bytes], arguments: Sequence[str]
) -> dict[str, bytes]:
    """Return the files of one program that plays `role`: CHECKER, INTERACTOR or VALIDATOR. `name`
    is the source in `files` to wrap; the new program has the same name."""
    head = f'#define {role} "{name}{_INCLUDED}"\n' + _defined(arguments)
    kept = {inner: content for inner, content in files.items() if inner != name}
    return {name: head.encode() + _ADAPTER.read_bytes(), f"{name}{_INCLUDED}": files[name], **kept}


def default_checker(arguments: Sequence[str]) -> bytes:
    """Return the source of a checker that is the default comparison with `arguments`."""
    return _defined(arguments).encode() + _COMPARISON.read_bytes()


def default_checker_arguments(content: bytes) -> tuple[str, ...] | None:
    """Return the arguments that `default_checker` put into a source; None for any other source."""
    body = _COMPARISON.read_bytes()
    head = _ARGUMENTS.fullmatch(content.removesuffix(body).decode("utf-8", "replace"))
    return tuple(json.loads(f"[{head['words']}]")) if head and content.endswith(body) else None


def unwrap(content: bytes, included: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """Undo `wrap` for the source `content` with the files it includes. Returns None if `wrap` did
    not make it."""
    body = _ADAPTER.read_bytes()
    head = content.removesuffix(body).decode("utf-8", "replace")
    program = _PROGRAM.match(head)
    if not content.endswith(body) or program is None:
        return None
    if not _ARGUMENTS.fullmatch(head[program.end() :]) or program["name"] not in included:
        return None
    kept = {name: text for name, text in included.items() if name != program["name"]}
    return {program["name"].removesuffix(_INCLUDED): included[program["name"]], **kept}


def _defined(arguments: Sequence[str]) -> str:
    return f"#define ARGUMENTS {', '.join(map(json.dumps, arguments))}\n"
