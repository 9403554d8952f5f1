"""Recognise programs for testlib, and wrap them in an adapter that exits with 42 or 43.

The adapter is a source that is compiled with a program, gives it the arguments that
testlib expects and translates its exit code. Contests also use copies of testlib.h, and
macros before it, with the codes and arguments of problem packages; programs with these
are left as they are.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from judging.core.problem import Source
from judging.languages import contents_of, detect
from judging.package.files.sources import PackageFiles, is_header
from judging.values import replace

# By a pattern: the engine names no language, not even by an extension.
ADAPTER = next(Path(__file__).parent.glob("testlib.[!p]*"))
# Appended to the name of a program, which must not be compiled on its own.
INCLUDED = ".h"
HEADER = "testlib.h"
_PLACE = "https://github.com/MikeMirzayanov/testlib"
# Each kind of program for testlib calls one of these functions first.
_ROLES = {
    "VALIDATOR": re.compile(rb"\bregisterValidation\s*\("),
    "CHECKER": re.compile(rb"\bregisterTestlib(Cmd)?\s*\("),
    "INTERACTOR": re.compile(rb"\bregisterInteraction\s*\("),
}
# A comment without an end is none, and neither is any `/*` behind it.
_COMMENT = re.compile(rb"//[^\n]*|/\*(?:.*?\*/|(?P<open>.*))", re.DOTALL)
_LINE_COMMENT = re.compile(rb"//[^\n]*")
_INCLUDE = re.compile(
    rb'^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]*/)?testlib\.h[">]', re.MULTILINE
)
# Signs of a program that speaks the protocol of problem packages itself: the exit
# codes 42 and 43, and the file for the next pass.
_PACKAGE_CODES = re.compile(
    rb"_EXIT_CODE\s*+(?:=\s*+)?\(?4[23]\b"
    rb"|\b(return|_?exit)\b\s*+(?:\(\s*+)?4[23]\b|\bnextpass\.in\b"
)

# testlib's ways to end with points: quitp and quitf(_points or _pc(n), ...).
_POINTS = re.compile(rb"\b(quitp|quitpi|_points|_pc)\b")


def can_wrap(name: str) -> bool:
    """Return True for the name of a source file in the language of the adapter."""
    language = detect([(ADAPTER.name, b"")])
    return language is not None and language.claims(name.rpartition("/")[2])


def wrap(programs: Mapping[str, tuple[str, bytes]]) -> dict[str, bytes]:
    """Return the files of one program that plays every role in `programs`.

    `programs` maps VALIDATOR, CHECKER, INTERACTOR or the last two together to (name,
    content).
    """
    head = ""
    for role in _ROLES:
        if role in programs:
            name, _ = programs[role]
            head += f'#define {role} "{name}{INCLUDED}"\n'
    files = {ADAPTER.name: head.encode() + ADAPTER.read_bytes()}
    for name, content in programs.values():
        files[f"{name}{INCLUDED}"] = content
    return files


def own_lines(name: str) -> bytes:
    """Return what makes compilers name the setter's own file, not the wrapped one."""
    return f'#line 1 "{name}"\n'.encode()


def adapt(source: Source, role: str, files: PackageFiles) -> Source:
    """Return `source` in the adapter if it is a program for testlib, else unchanged.

    Warn of a program that may be one, but does not register as the role or has codes of
    its own.
    """
    contents = dict(contents_of(source))
    if ADAPTER.name in contents:
        return source
    # A comment may name testlib.h, or call its functions.
    texts = {name: _without_comments(content) for name, content in contents.items()}
    programs = {name: text for name, text in texts.items() if can_wrap(name)}
    headers = [text for name, text in texts.items() if is_header(name)]
    if not _any_match(_INCLUDE, [*programs.values(), *headers]):
        return source
    # A copy of testlib.h that was changed for problem packages.
    if _any_match(_PACKAGE_CODES, headers):
        return source
    callers = [name for name, text in programs.items() if _ROLES[role].search(text)]
    doubt = None
    if _any_match(_PACKAGE_CODES, programs.values()):
        doubt = "speaks the protocol of problem packages"
    elif len(callers) != 1:
        doubt = f"{len(callers)} of its files register as a {role.lower()}, expected 1"
    if doubt is not None:
        effect = "it runs as it is, and must exit with 42 or 43"
        place = files.paths.root / source.name
        files.warning(place, f"includes {HEADER}, but {doubt}: {effect}")
        return source
    (name,) = callers
    wrapped = wrap({role: (name, own_lines(name) + contents.pop(name))})
    return replace(source, files=tuple({**contents, **wrapped}.items()))


def _without_comments(content: bytes) -> bytes:
    return _COMMENT.sub(_space, content)


def _space(comment: re.Match[bytes]) -> bytes:
    if comment["open"] is None:
        return b" "
    return b"/*" + _LINE_COMMENT.sub(b" ", comment["open"])


def _any_match(pattern: re.Pattern[bytes], texts: Iterable[bytes]) -> bool:
    return any(pattern.search(text) for text in texts)


def is_adapted(source: Source) -> bool:
    """Return True for a source from `adapt` that is in the adapter only in memory."""
    return any(
        name == ADAPTER.name and isinstance(file, bytes) for name, file in source.files
    )


def has_adapter(source: Source) -> bool:
    """Return True for a program in the adapter, in the package or only in memory."""
    return any(name == ADAPTER.name for name, _ in source.files)


def validates(source: Source) -> bool:
    """Return True for a validator for testlib, which knows the options of testlib."""
    texts = [_without_comments(content) for content in own_files(source)]
    return _any_match(_INCLUDE, texts) and _any_match(_ROLES["VALIDATOR"], texts)


def own_files(source: Source) -> list[bytes]:
    """Return the contents of the setter's own files: all but the adapter and the header."""
    contents = contents_of(source)
    return [text for name, text in contents if name not in (ADAPTER.name, HEADER)]


def gives_points(content: bytes) -> bool:
    """Return True if the source of a program for testlib may end with points."""
    return _POINTS.search(_without_comments(content)) is not None


def advice(source: Source, message: str) -> str:
    """Return where to get the header if it is why `source` does not compile, else ""."""
    has = any(name.rpartition("/")[2] == HEADER for name, _ in source.files)
    if has or HEADER not in message:
        return ""
    return (
        f" ({HEADER} is at {_PLACE}: put it, or a link to one copy, next to the program)"
    )
