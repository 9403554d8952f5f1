"""Wrap programs in an adapter, a source that is compiled with them and translates exit codes.

Programs for testlib get one that exits with 42 or 43. Programs that exit with 42 or 43,
and the default comparison, get one for a Polygon package; an import unwraps them again.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from judging.package.testlib import ADAPTER, INCLUDED, own_lines

_SOURCES = Path(__file__).parents[1] / "adapters"
_KATTIS = _SOURCES / "kattis.cpp"
_COMPARISON = _SOURCES / "comparison.cpp"
DEFAULT_CHECKER = f"check{ADAPTER.suffix}"
# Polygon needs a checker next to an interactor. An import recognises this one by its bytes.
ACCEPTS_ALL = (
    b"// The interactor has already judged the output: accept everything.\n"
    b"int main() {}\n"
)
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
    """Undo `testlib.wrap`: return role -> name, and the files without the adapter.
    Returns None for files that it did not make."""
    head = _head(files.get(ADAPTER.name, b""), ADAPTER)
    roles = {match[1].decode(): _text(match[2]) for match in _DEFINE.finditer(head)}
    # A setter may have changed the head since: anything beside the roles would be lost.
    if not roles or _DEFINE.sub(b"", head):
        return None
    if any(name not in files for name in roles.values()):
        return None
    kept: dict[str, bytes] = {}
    for name, content in files.items():
        if name in roles.values():
            own = name.removesuffix(INCLUDED)
            kept[own] = content.removeprefix(own_lines(own))
        elif name != ADAPTER.name:
            kept[name] = content
    sources = {role: name.removesuffix(INCLUDED) for role, name in roles.items()}
    return sources, kept


def wrap_for_polygon(
    role: str, name: str, files: Mapping[str, bytes], arguments: Sequence[str]
) -> dict[str, bytes]:
    """Return the files of one program that plays `role`: CHECKER, INTERACTOR or
    VALIDATOR. `name` is the source in `files` to wrap; the new program has the same name."""
    head = f'#define {role} "{name}{INCLUDED}"\n'.encode() + _defined(arguments)
    # The program gets the suffix of a header, because Polygon would compile a source.
    wrapped = {name: head + _KATTIS.read_bytes(), f"{name}{INCLUDED}": files[name]}
    for inner, content in files.items():
        if inner != name:
            wrapped[inner] = content
    return wrapped


def unwrap_for_kattis(
    content: bytes, included: Mapping[str, bytes]
) -> dict[str, bytes] | None:
    """Undo `wrap_for_polygon` for the source `content` with the files it includes.
    Returns None for a source that it did not make."""
    head = _head(content, _KATTIS)
    program = _DEFINE.match(head)
    if program is None or not _ARGUMENTS.fullmatch(head, program.end()):
        return None
    name = _text(program[2])
    if name not in included:
        return None
    unwrapped = {name.removesuffix(INCLUDED): included[name]}
    for inner, text in included.items():
        if inner != name:
            unwrapped[inner] = text
    return unwrapped


def default_checker(arguments: Sequence[str]) -> bytes:
    """Return the source of a checker that is the default comparison with `arguments`."""
    return _defined(arguments) + _COMPARISON.read_bytes()


def default_checker_arguments(content: bytes) -> tuple[str, ...] | None:
    """Return the arguments that `default_checker` put into a source; None for any other source."""
    head = _ARGUMENTS.fullmatch(_head(content, _COMPARISON))
    if head is None:
        return None
    try:
        # The words of C++ are written as JSON strings, so JSON reads them back.
        words = json.loads(f"[{_text(head['words'])}]")
    except (ValueError, RecursionError):
        # The line was changed. Thousands of brackets in it exceed the reader's recursion.
        return None
    if not all(isinstance(word, str) for word in words):
        return None
    return tuple(words)


def quoted_includes(content: bytes) -> Iterator[str]:
    """Yield the files that a source includes by names in quotes, as written, and testlib.h."""
    for match in _INCLUDE.finditer(content):
        yield _text(match["name"] or match["header"])


def _defined(arguments: Sequence[str]) -> bytes:
    return f"#define ARGUMENTS {', '.join(map(json.dumps, arguments))}\n".encode()


def _head(content: bytes, adapter: Path) -> bytes:
    """Return the lines before the adapter in a source; empty for a source without it."""
    body = adapter.read_bytes()
    if not content.endswith(body):
        return b""
    return content.removesuffix(body)


def _text(name: bytes) -> str:
    """Return a name in a source; bytes that are not UTF-8 make a name that no file has."""
    return name.decode("utf-8", "replace")
