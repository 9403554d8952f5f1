"""What a run of a program reads besides its own files: the interpreter, and what that loads."""

import contextlib
import functools
import os
from collections.abc import Iterable, Iterator

from judging.languages import forget_parts, languages, parts_of, stamp
from judging.programs.executable import Executable
from judging.sandbox import LOCALE, SYSTEM
from judging.store import Kind, Store, key_of

# They change when a package of the system is installed or removed.
_SYSTEM_RECORDS = (
    "/etc/ld.so.cache",
    "/var/lib/dpkg/status",
    "/var/lib/rpm/rpmdb.sqlite",
    "/usr/lib/sysimage/rpm/rpmdb.sqlite",
    "/var/lib/pacman/local",
    "/lib/apk/db/installed",
)
_SYSTEM_TREES = ("/usr/local/lib",)  # where tools other than the system's own install
# As deep as lib/python3.11/site-packages/NAME: a library that is installed changes the
# date of the folder it is put into. Deeper, every command would look at thousands of folders.
_DEPTH = 4
_MODULE_FOLDERS = ("site-packages", "dist-packages")
_CHANGES_BY_ITSELF = "__pycache__"


def surroundings(program: Executable, store: Store) -> str:
    """Return a digest of a program's own files, its entry in languages.yaml, its
    interpreter, and the libraries on this machine.

    A library outside of the system's folders counts by the names and dates of its
    folders, which change when it is installed, not when one of its files is edited. A
    module that is a single file of a folder for modules counts by its own date.
    """
    entry = repr(languages()[program.language])
    own = (store.seal(Kind.PROGRAM, program.key), entry, *program.run)
    # A program that is linked statically reads nothing else of the system.
    if set(program.read_only) <= set(map(str, LOCALE)):
        return key_of(*own, *map(stamp, program.read_only))
    tools = tuple(word for word in program.run if os.path.isabs(word))
    return key_of(*own, *map(stamp, parts_of(tools)), machine(program.read_only))


def machine(folders: Iterable[str]) -> str:
    """Return a digest of the packages and libraries of this machine, and of the
    installations in `folders`."""
    of_system = {str(path) for path in SYSTEM}  # `system` covers these
    others = [path for path in folders if path not in of_system]
    return key_of(system(), *map(_tree, others))


@functools.cache
def system() -> str:
    """Return a digest of the packages and libraries of this machine."""
    return key_of(*map(stamp, _SYSTEM_RECORDS), *map(_tree, _SYSTEM_TREES))


@functools.cache
def _tree(path: str) -> str:
    folders = [path, *_folders(path, _DEPTH)]
    return key_of(*map(stamp, folders), *map(stamp, _modules(folders)))


def _modules(folders: Iterable[str]) -> Iterator[str]:
    """Yield the files that lie directly in a folder for modules of Python."""
    for folder in folders:
        if os.path.basename(folder) not in _MODULE_FOLDERS:
            continue
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            yield from sorted(entry.path for entry in entries if entry.is_file())


def forget_surroundings() -> None:
    """Look at the machine again. One command looks once; between two, a tool may be installed."""
    forget_parts()
    system.cache_clear()
    _tree.cache_clear()


def _folders(path: str, depth: int) -> Iterator[str]:
    try:
        with os.scandir(path) as entries:
            found = sorted(e.path for e in entries if e.is_dir(follow_symlinks=False))
    except OSError:
        return
    for name in found:
        if name.endswith(_CHANGES_BY_ITSELF):
            continue
        yield name
        if depth > 1:
            yield from _folders(name, depth - 1)
