"""Tell the sources of a program from what compilers and editors leave beside them.

Everybody compiles a checker by hand, in its folder. What is left there must not break the
package, and an old class or object file must not decide a verdict.
"""

import fnmatch
import functools
import re
from collections.abc import Collection, Sequence
from pathlib import Path, PurePosixPath

from judging.languages.registry import elsewhere, is_program, is_script, read_data
from judging.values import Value

# Beside the kinds of leftovers, the file has the names of folders.
_FOLDERS = "folders"
_KEPT_ASIDE = "kept_aside"
_FILE = "leftovers.yaml"

# What stands in quotes or angle brackets. The second quote is not taken, because it may be
# the first one of another word: an apostrophe in a comment is no quote.
_QUOTED = re.compile(rb"[\"'<](?=([^\"'<>\n]*+)[\"'>])")
# More than any of the patterns in `starts` needs.
_HEAD_BYTES = 16


class _Kind(Value):
    """One kind of leftovers, as in `leftovers.yaml`."""

    reason: str
    names: tuple[str, ...]
    starts: re.Pattern[bytes] | None

    def has(self, name: str, head: bytes) -> bool:
        """Return True for a file with this name and these first bytes."""
        if _matches(name.lower(), self.names):
            return True
        return self.starts is not None and self.starts.match(head) is not None


def why_leftover(name: str, content: Path | bytes) -> str | None:
    """Return why a file is left over from other work; None if it is not.

    name: its path in the program. A file whose name is that of a source is none: if its
        content is compiled, whoever builds the program says so.
    """
    last = _last_part(name)
    if is_program(last) and not is_script(last):
        return None
    head = _head(content)
    for kind in _kinds():
        if kind.has(last, head):
            return kind.reason
    return None


def is_kept_aside(name: str) -> bool:
    """Return True for the name of a copy that its author keeps, but not for use."""
    names = read_data(_FILE)[_KEPT_ASIDE]["names"].split()
    return _matches(name.lower(), names)


def is_output_folder(name: str, files: Sequence[tuple[str, Path | bytes]]) -> bool:
    """Return True for a folder that a compiler made: it has such a name, and no source
    but in folders of its own kind. `files` are those in it.

    Raise OSError if a file cannot be read.
    """
    if not may_be_output_folder(name):
        return False
    below = [(f"{name}/{inner}", content) for inner, content in files]
    outputs = _output_folders(below, _by_themselves(below)) - {name}
    return not has_source([inner for inner, _ in below if not _is_below(inner, outputs)])


def may_be_output_folder(name: str) -> bool:
    """Return True for the name of a folder that compilers write to."""
    return _matches(name, (*_folders("always"), *_folders("often")))


def leftovers_of(files: Sequence[tuple[str, Path | bytes]]) -> dict[str, str]:
    """Return the files of a program that are no part of it, each with the reason.

    Nothing is left over
    - that a source of the program names in quotes: it opens or includes the file;
    - beside a script `build` or `run`, which uses what it likes;
    - if nothing else is left: then the program is that file, which is an error.

    Raise OSError if a file cannot be read.
    """
    found = _by_themselves(files)
    outputs = _output_folders(files, found)
    certain = {
        path for path in outputs if _matches(_last_part(path), _folders("always"))
    }
    others: list[tuple[str, Path | bytes]] = []
    for name, content in files:
        if name not in found and not _is_below(name, certain):
            others.append((name, content))
    if any(is_script(name) for name, _ in others):
        # An old `run` would stand in for the one that `build` does not make any more.
        return {name: reason for name, reason in found.items() if is_script(name)}
    outside = [item for item in others if not _is_below(item[0], outputs)]
    # A program may be in a folder with such a name as a whole.
    if has_source([name for name, _ in outside]):
        others = outside
    kept = {name for name, _ in others}
    if has_source(list(kept)):
        kept |= _named_in(others, [name for name, _ in files if name not in kept])
    else:
        kept = {name for name, _ in files if not _is_below(name, certain)}
    if not kept:
        return {}
    reason = read_data(_FILE)[_FOLDERS]["reason"]
    return {name: found.get(name, reason) for name, _ in files if name not in kept}


def has_source(names: Sequence[str]) -> bool:
    """Return True if one of the files is the source of a program, in any language."""
    return any(map(is_program, names)) or elsewhere(None, names) is not None


def _by_themselves(files: Sequence[tuple[str, Path | bytes]]) -> dict[str, str]:
    """Return the files that are left over wherever they are, each with the reason."""
    found: dict[str, str] = {}
    for name, content in files:
        reason = why_leftover(name, content)
        if reason is not None:
            found[name] = reason
    return found


def _output_folders(
    files: Sequence[tuple[str, Path | bytes]], leftovers: Collection[str]
) -> set[str]:
    """Return the folders of a program that a compiler wrote to, by their paths."""
    found = set()
    for name, _ in files:
        for folder in PurePosixPath(name).parents:
            made = _matches(folder.name, _folders("always"))
            if name in leftovers and _matches(folder.name, _folders("often")):
                made = True
            if made:
                found.add(str(folder))
    return found


def _is_below(name: str, folders: Collection[str]) -> bool:
    return any(str(folder) in folders for folder in PurePosixPath(name).parents)


def _matches(name: str, globs: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)


@functools.cache
def _folders(key: str) -> tuple[str, ...]:
    """Return the globs of folders under `always` or `often`."""
    return tuple(read_data(_FILE)[_FOLDERS][key].split())


def _named_in(
    files: Sequence[tuple[str, Path | bytes]], names: Collection[str]
) -> set[str]:
    """Return those of `names` that occur in quotes, perhaps behind a folder, in `files`."""
    quoted: set[str] = set()
    for _, content in files:
        for match in _QUOTED.finditer(_bytes(content)):
            quoted.add(match[1].decode("utf-8", "replace"))
    in_folders = {_last_part(text) for text in quoted if "/" in text}
    found = set()
    for name in names:
        last = _last_part(name)
        # `"main"` may be any word; `"./main"` and `"lib.so"` are files.
        if last in in_folders or ("." in last and last in quoted):
            found.add(name)
    return found


def _head(content: Path | bytes) -> bytes:
    if isinstance(content, bytes):
        return content[:_HEAD_BYTES]
    with content.open("rb") as file:
        return file.read(_HEAD_BYTES)


def _bytes(content: Path | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.read_bytes()


@functools.cache
def _kinds() -> tuple[_Kind, ...]:
    kinds = []
    for name, entry in read_data(_FILE).items():
        if name == _FOLDERS:
            continue
        starts = [_pattern(text) for text in entry.get("starts", ())]
        pattern = re.compile(b"|".join(starts), re.DOTALL) if starts else None
        kinds.append(_Kind(entry["reason"], tuple(entry["names"].split()), pattern))
    return tuple(kinds)


def _pattern(digits: str) -> bytes:
    """Return the regular expression for the first bytes in `leftovers.yaml`."""
    pattern = b""
    for place in range(0, len(digits), 2):
        pair = digits[place : place + 2]
        pattern += b"." if pair == ".." else re.escape(bytes.fromhex(pair))
    return pattern


def _last_part(name: str) -> str:
    return name.rpartition("/")[2]
