"""Programs that speak 42 and 43 in a Polygon package, and the default comparison: each with a small
program of ours around it, which a later import takes off again."""

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
# Stands where a checker must, while the interactor decides.
ACCEPTS_ALL = b"// The interactor has decided: whatever it let pass is right.\nint main() {}\n"


def wrap(
    role: str, name: str, files: Mapping[str, bytes], arguments: Sequence[str]
) -> dict[str, bytes]:
    """`files` with the source `name` among them, as one program that plays `role` (CHECKER,
    INTERACTOR or VALIDATOR) under the name it had."""
    head = f'#define {role} "{name}{_INCLUDED}"\n' + _defined(arguments)
    kept = {inner: content for inner, content in files.items() if inner != name}
    return {name: head.encode() + _ADAPTER.read_bytes(), f"{name}{_INCLUDED}": files[name], **kept}


def default_checker(arguments: Sequence[str]) -> bytes:
    """The default comparison with `arguments` as a checker."""
    return _defined(arguments).encode() + _COMPARISON.read_bytes()


def default_checker_arguments(content: bytes) -> tuple[str, ...] | None:
    """The arguments of a checker that `default_checker` made; None for another."""
    body = _COMPARISON.read_bytes()
    head = _ARGUMENTS.fullmatch(content.removesuffix(body).decode("utf-8", "replace"))
    return tuple(json.loads(f"[{head['words']}]")) if head and content.endswith(body) else None


def unwrap(content: bytes, beside: Mapping[str, bytes]) -> dict[str, bytes] | None:
    """The files of a program that `wrap` made, as they were; None for another."""
    body = _ADAPTER.read_bytes()
    head = content.removesuffix(body).decode("utf-8", "replace")
    program = _PROGRAM.match(head)
    if not content.endswith(body) or program is None:
        return None
    if not _ARGUMENTS.fullmatch(head[program.end() :]) or program["name"] not in beside:
        return None
    kept = {name: text for name, text in beside.items() if name != program["name"]}
    return {program["name"].removesuffix(_INCLUDED): beside[program["name"]], **kept}


def _defined(arguments: Sequence[str]) -> str:
    return f"#define ARGUMENTS {', '.join(map(json.dumps, arguments))}\n"
