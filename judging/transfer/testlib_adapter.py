"""Wrap programs written for testlib so that they exit with 42 or 43.

The program is kept as it is. The adapter is compiled with it and translates its exit codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from judging.languages import detect
from judging.transfer.adapters import adapter

ADAPTER = adapter("testlib")
# Appended to the name of a program, which must not be compiled on its own.
_INCLUDED = ".h"
_ROLES = ("VALIDATOR", "CHECKER", "INTERACTOR")
_DEFINE = re.compile(rb'#define (VALIDATOR|CHECKER|INTERACTOR) "([^"\n]+)"\n')
# Matches the includes of a program, and the macros by which the adapters include one.
_INCLUDE = re.compile(
    rb'^[ \t]*#[ \t]*(?:include|define (?:VALIDATOR|CHECKER|INTERACTOR))[ \t]*"([^"\n]+)"',
    re.MULTILINE,
)


def can_wrap(name: str) -> bool:
    """Return True for the name of a source file in the language of the adapter."""
    language = detect([(ADAPTER.name, b"")])
    return language is not None and language.claims(name.rpartition("/")[2])


def wrap(programs: Mapping[str, tuple[str, bytes]]) -> dict[str, bytes]:
    """Return the files of one program that plays every role in `programs`. `programs` maps
    VALIDATOR, CHECKER, INTERACTOR or the last two together to (name, content)."""
    head = "".join(
        f'#define {role} "{programs[role][0]}{_INCLUDED}"\n' for role in _ROLES if role in programs
    )
    files = {f"{name}{_INCLUDED}": content for name, content in programs.values()}
    return {ADAPTER.name: head.encode() + ADAPTER.read_bytes(), **files}


def unwrap(files: Mapping[str, bytes]) -> tuple[dict[str, str], dict[str, bytes]] | None:
    """Undo `wrap`: return role -> name, and the files without the adapter. Returns None if `wrap`
    did not make `files`."""
    adapter = files.get(ADAPTER.name, b"")
    head, body = adapter[: -len(ADAPTER.read_bytes())], ADAPTER.read_bytes()
    if not adapter.endswith(body) or _DEFINE.sub(b"", head):
        return None
    roles = {m[1].decode(): m[2].decode("utf-8", "replace") for m in _DEFINE.finditer(head)}
    if not roles or any(name not in files for name in roles.values()):
        return None
    kept = {
        name.removesuffix(_INCLUDED) if name in roles.values() else name: content
        for name, content in files.items()
        if name != ADAPTER.name
    }
    return {role: name.removesuffix(_INCLUDED) for role, name in roles.items()}, kept


def quoted_includes(content: bytes) -> Iterable[str]:
    """Yield the files that a source includes by names in quotes, as written."""
    return (match[1].decode("utf-8", "replace") for match in _INCLUDE.finditer(content))
