"""What a compiler reads besides the files of a program: headers, libraries, parts of its own.

Some compilers write down which files they read, as rules of `make` (the key `records` of
languages.yaml). A program is kept together with this list, and its key covers the content
of every file in it. If a header has changed, a program with that key is not found.
"""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from judging.languages import stamp
from judging.store import Store, digest_of_file, key_of

RECORD = ".read-files"  # in the folder where the compiler runs
# The kind of fact that lists the headers which a build read.
HEADERS = "headers"
_CONTENTS = "contents"
# Where people put headers. It is searched before the system's folders, so that a new file may
# hide another one.
_USERS_HEADERS = "/usr/local/include"
# Every folder that a compiler searches for headers has this name, or lies in one that has it.
_INCLUDE = "include"


def take_record(folder: Path) -> list[str] | None:
    """Remove the record that a compiler has left in `folder`, and return the files
    outside of the program that it names, sorted; None without a record."""
    record = folder / RECORD
    try:
        text = record.read_text(encoding="utf-8", errors="surrogateescape")
        record.unlink()
    except OSError:
        return None
    return sorted(_files_of(text))


def _files_of(rules: str) -> set[str]:
    """Return the absolute paths after the colons of `make` rules.

    The program's own files have relative names: the compiler runs beside them.
    """
    found = set()
    for rule in rules.replace("\\\n", " ").splitlines():
        _, _, needed = rule.partition(": ")
        # `make` needs a backslash before a space, and doubles a dollar.
        for word in re.findall(r"(?:\\.|\S)+", needed):
            path = re.sub(r"\\([ #])", r"\1", word).replace("$$", "$")
            if os.path.isabs(path):
                found.add(os.path.realpath(path))
    return found


def state_of(files: Iterable[str], store: Store) -> str:
    """Return a digest of the contents of headers, and of what could hide one of them.

    A file that is put into a folder where headers were found, or into the first folder
    that is searched, may be read instead of another one, and changes the folder's date.
    """
    files = list(files)
    folders = _folders_of_headers(files)
    folders |= {folder for folder, _, _ in os.walk(_USERS_HEADERS)}
    return key_of(contents(files, store), *map(_date, sorted(folders)))


def _folders_of_headers(files: Iterable[str]) -> set[str]:
    """Return the folders of headers, and those above them that a compiler may search: a
    header `sys/types.h` was found in the folder above `sys`."""
    found: set[str] = set()
    for folder in {os.path.dirname(file) for file in files}:
        found.add(folder)
        above = os.path.dirname(folder)
        while _INCLUDE in above.split("/"):
            found.add(above)
            above = os.path.dirname(above)
    return found


def searched_first() -> str:
    """Return a digest of the sizes and dates of all headers that people have installed."""
    marks = []
    for folder, _, names in os.walk(_USERS_HEADERS):
        marks += [stamp(os.path.join(folder, name)) for name in names]
    return key_of(*sorted(marks))


def contents(files: Iterable[str], store: Store) -> str:
    """Return a digest of the contents of files. It is remembered by their sizes and dates,
    so that each version is read once."""
    marks = [stamp(file) for file in files]
    key = key_of(*marks)
    known = store.recall(_CONTENTS, key)
    if isinstance(known, str):
        return known
    digest = key_of(*(_digest(file) for file in files))
    store.remember(_CONTENTS, key, digest)
    return digest


def _digest(file: str) -> str:
    try:
        return f"{file} {digest_of_file(Path(file))}"
    except OSError:
        return f"{file} gone"


def _date(folder: str) -> str:
    try:
        return f"{folder} {os.stat(folder).st_mtime_ns}"
    except OSError:
        return f"{folder} gone"
