"""One worker's own copies of the programs that it runs, and of the files of a locale.

Two runs that read the same file share its pages in the kernel, and each page can carry a
message: a program waits at it (futex) until another wakes it; it sees how many processes
map the page (pagemap, smaps), and whether an earlier run has had it read from the disk.
So each worker shows its runs a copy of the program that no other worker uses.

A copy for each run would cost 1.3 ms for a C++ program of 2.2 MB, where a whole run costs
2 to 3. So a copy serves the runs of one worker, which come one after the other. All its
pages are in memory from the moment it is written.
"""

import contextlib
import shutil
from pathlib import Path

from judging.files import remove_tree, size_of
from judging.store import Kind, Store
from judging.values import Value

# The locale C.UTF-8, which LANG names in every program: without its files std::locale("") throws.
# Programs that are linked statically see nothing else of the system, so they get a copy of it, as
# of themselves: 0.4 MB, made once for each worker.
_LOCALES = ("/usr/lib/locale/C.utf8", "/usr/lib/locale/C.UTF-8")
LOCALE = tuple(path for path in map(Path, _LOCALES) if path.is_dir())

# What a worker keeps beyond the programs in use: some 30 programs in C++. Not measured.
_KEPT_BYTES = 64 * 2**20


class _Copy(Value):
    path: Path
    size: int

    def remove(self) -> None:
        if self.path.is_dir():
            remove_tree(self.path)
        else:
            self.path.unlink(missing_ok=True)


class ProgramCopies:
    """The copies of one worker, in one folder on the store's file system.

    They are there, and not in a folder for temporary files, because that may be on a file
    system from which nothing can be executed.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._programs = f"{store.root / Kind.PROGRAM}/"
        self._home: Path | None = None
        self._opened = contextlib.ExitStack()  # removes the folder
        self._made = 0
        self._copies: dict[Path, _Copy] = {}  # the one used last at the end
        self._used_before: frozenset[Path] = frozenset()

    def instead_of(self, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        """Return `paths` with a copy in place of each program of the store, of each file
        of one, and of the locale.

        The copies stay at least until this method has been called twice more, because the
        two commands of a pair run side by side. OSError if a copy cannot be written.
        """
        programs = frozenset(path for path in paths if self._is_copied(path))
        if not programs:
            return paths
        for program in programs:
            self._use(program)
        self._remove_unused(programs | self._used_before)
        self._used_before = programs
        shown = []
        for path in paths:
            shown.append(self._copies[path].path if path in programs else path)
        return tuple(shown)

    def _is_copied(self, path: Path) -> bool:
        return path in LOCALE or str(path).startswith(self._programs)

    def _use(self, program: Path) -> None:
        copy = self._copies.pop(program, None)
        if copy is None:
            copy = self._make(program)
        self._copies[program] = copy

    def _make(self, program: Path) -> _Copy:
        if self._home is None:
            self._home = self._opened.enter_context(self._store.workspace())
        self._made += 1
        path = self._home / str(self._made)
        # With its times: Python compares them to see whether a compiled file is current.
        try:
            if program.is_dir():
                shutil.copytree(program, path, symlinks=True)
            else:
                shutil.copy2(program, path)
        except OSError:
            _Copy(
                path, 0
            ).remove()  # the disk may be full: leave no half of a copy on it
            raise
        return _Copy(path, size_of(path))

    def _remove_unused(self, used: frozenset[Path]) -> None:
        kept_bytes = sum(copy.size for copy in self._copies.values())
        for program, copy in list(self._copies.items()):
            if kept_bytes <= _KEPT_BYTES:
                return
            if program not in used:
                copy.remove()
                kept_bytes -= copy.size
                del self._copies[program]

    def close(self) -> None:
        """Remove all copies."""
        self._copies.clear()
        self._home = None
        self._opened.close()
