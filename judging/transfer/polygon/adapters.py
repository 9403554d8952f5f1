"""Wrap programs in an adapter, a source that is compiled with them and translates exit codes.

Programs for testlib get one that exits with 42 or 43. Programs that exit with 42 or 43, and the
default comparison, get one for a Polygon package; an import unwraps them again.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from judging.package.testlib import ADAPTER, INCLUDED

_SOURCES = Path(__file__).parents[1] / "adapters"
_KATTIS, _COMPARISON = (
    next(_SOURCES.glob(f"{name}.*")) for name in ("kattis", "comparison")
)
DEFAULT_CHECKER = f"check{ADAPTER.suffix}"
# Polygon needs a checker next to an interactor.
ACCEPTS_ALL = b"// The interactor has already judged the output: accept everything.\nint main() {}\n"
_DEFINE = re.compile(rb'#define (VALIDATOR|CHECKER|INTERACTOR) "([^"\n]+)"\n')
_ARGUMENTS = re.compile(rb"#define ARGUMENTS (?P<words>.*)\n")
# Matches the includes of a program, and the macros by which the adapters include one.
_INCLUDE = re.compile(
    rb"^[ \t]*#[ \t]*(?:include|define (?:VALIDATOR|CHECKER|INTERACTOR))[ \t]*"
    rb'(?:"(?P<name>[^"\n]+)"|<(?P<header>testlib\.h)>)',
    re.MULTILINE,
)


def unwrap_for_polygon(
    files: Mapping[str, bytes],
) -> tuple[dict[str, str], dict[str, bytes]] | None:
    """Undo `testlib.wrap`: return role -> name, and the files without the adapter. Returns None
    for files that it did not make."""
    head = _head(files.get(ADAPTER.name, b""), ADAPTER)
    roles = {m[1].decode(): _text(m[2]) for m in _DEFINE.finditer(head)}
    if (
        not roles
        or _DEFINE.sub(b"", head)
        or any(name not in files for name in roles.values())
    ):
        return None
    kept = {
        name.removesuffix(INCLUDED) if name in roles.values() else name: content
        for name, content in files.items()
        if name != ADAPTER.name
    }
    return {role: name.removesuffix(INCLUDED) for role, name in roles.items()}, kept


def wrap_for_polygon(
    role: str, name: str, files: Mapping[str, bytes], arguments: Sequence[str]
) -> dict[str, bytes]:
    """Return the files of one program that plays `role`: CHECKER, INTERACTOR or VALIDATOR. `name`
    is the source in `files` to wrap; the new program has the same name."""
    head = f'#define {role} "{name}{INCLUDED}"\n'.encode() + _defined(arguments)
    kept = {inner: content for inner, content in files.items() if inner != name}
    return {name: head + _KATTIS.read_bytes(), f"{name}{INCLUDED}": files[name], **kept}


def unwrap_for_kattis(
    content: bytes, included: Mapping[str, bytes]
) -> dict[str, bytes] | None:
    """Undo `wrap_for_polygon` for the source `content` with the files it includes. Returns None for
    a source that it did not make."""
    head = _head(content, _KATTIS)
    program = _DEFINE.match(head)
    name = _text(program[2]) if program else ""
    if (
        not program
        or name not in included
        or not _ARGUMENTS.fullmatch(head, program.end())
    ):
        return None
    kept = {inner: text for inner, text in included.items() if inner != name}
    return {name.removesuffix(INCLUDED): included[name], **kept}


def default_checker(arguments: Sequence[str]) -> bytes:
    """Return the source of a checker that is the default comparison with `arguments`."""
    return _defined(arguments) + _COMPARISON.read_bytes()


def default_checker_arguments(content: bytes) -> tuple[str, ...] | None:
    """Return the arguments that `default_checker` put into a source; None for any other source."""
    head = _ARGUMENTS.fullmatch(_head(content, _COMPARISON))
    try:
        words = json.loads(f"[{_text(head['words'])}]") if head else [None]
    except (ValueError, RecursionError):
        return None
    texts = tuple(word for word in words if isinstance(word, str))
    return texts if len(texts) == len(words) else None


def quoted_includes(content: bytes) -> Iterable[str]:
    """Yield the files that a source includes by names in quotes, as written, and testlib.h."""
    return (
        _text(match["name"] or match["header"]) for match in _INCLUDE.finditer(content)
    )


def _defined(arguments: Sequence[str]) -> bytes:
    return f"#define ARGUMENTS {', '.join(map(json.dumps, arguments))}\n".encode()


def _head(content: bytes, adapter: Path) -> bytes:
    """Return the lines before the adapter in a source; empty for a source without it."""
    body = adapter.read_bytes()
    return content.removesuffix(body) if content.endswith(body) else b""


def _text(name: bytes) -> str:
    return name.decode("utf-8", "replace")
