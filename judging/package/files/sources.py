"""What lies in a package's folders: a listing that never leaves the package, and programs in it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from judging.core.diagnostics import Diagnostic, DiagnosticSink, error, warning
from judging.core.problem import Paths, Source

# Source: the 2025-09 format, general requirements.
FILE_NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")
NOT_PROGRAMS = frozenset({"README", "README.md", "README.txt"})
_BAD_NAME = (
    "a name that packages do not allow: expected letters, digits and _ . - only, "
    "not starting with . or -, at most 255 of them"
)
_SKIPPED = frozenset({"__pycache__"})


def flaw(paths: Paths) -> Callable[..., Diagnostic]:
    """What to report a fault as that other tools let pass: `error`, but `warning` in a package
    that is written for them too."""
    return warning if paths.foreign else error


def printable(text: str) -> str:
    """`text` with what no terminal or UTF-8 file can hold written as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def hidden(name: str) -> bool:
    """True for names that belong to other tools: they start with a dot, or are a cache."""
    return name.startswith(".") or name in _SKIPPED


def is_header(name: str) -> bool:
    """True for a file that a program includes when it is built."""
    return name.endswith((".h", ".hh", ".hpp", ".hxx", ".inc"))


def is_named(path: Path) -> bool:
    """True when something of that name exists, a link that leads nowhere included."""
    return os.path.lexists(path)


def link_fault(path: Path, root: Path) -> str | None:
    """Why the links on the way to `path` do not end inside the package at `root`; else None."""
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return "a link that leads nowhere"
    if not real.is_relative_to(root):
        return f"a link that leads out of the package, to {printable(str(real))}"
    return None


def children(folder: Path, paths: Paths, report: DiagnosticSink) -> list[Path]:
    """The entries of `folder` in order of name: readable files and folders, hidden ones left out.

    What a package may not hold is reported and left out: names outside `FILE_NAME`, links that
    lead out of the package, nowhere or round in a circle, unreadable and special files. An absent
    folder is empty.
    """
    if not is_named(folder):
        return []
    try:
        names = sorted(os.listdir(folder))
    except OSError as failure:
        report(error(f"cannot be listed: {failure.strerror}", paths.relative_path(folder)))
        return []
    found = []
    for name in names:
        if hidden(name):
            continue
        if not FILE_NAME.fullmatch(name):
            report(flaw(paths)(_BAD_NAME, printable(paths.relative_path(folder / name))))
            continue
        fault = _fault(folder / name, paths.root)
        if fault:
            report(error(fault, paths.relative_path(folder / name)))
        else:
            found.append(folder / name)
    return found


def files_under(folder: Path, paths: Paths, report: DiagnosticSink) -> Iterator[Path]:
    """Every file under `folder` at any depth, folders in order of name; faults are reported."""
    for entry in children(folder, paths, report):
        if entry.is_dir():
            yield from files_under(entry, paths, report)
        else:
            yield entry


def inside(root: Path, base: Path, name: str) -> Path | None:
    """`base / name` when that is a file or folder inside the package at `root`, else None."""
    try:
        place = Path(os.path.normpath(base / name))
        found = place.resolve(strict=True).is_relative_to(root) and place.is_relative_to(root)
    except (OSError, ValueError, RuntimeError):
        # No such file, a name no file can have, or links in a circle.
        return None
    return place if found else None


def program(
    place: Path, paths: Paths, report: DiagnosticSink, *, language: str | None = None
) -> Source | None:
    """The program at `place`, a file or a folder; None where the folder holds no file."""
    if place.is_dir():
        files = tuple(
            (file.relative_to(place).as_posix(), file) for file in files_under(place, paths, report)
        )
    else:
        files = ((place.name, place),)
    return Source(paths.relative_path(place), files, language) if files else None


def programs(folder: Path, paths: Paths, report: DiagnosticSink) -> list[Source]:
    """Each file and each folder directly inside `folder` as a program of its own."""
    entries = [e for e in children(folder, paths, report) if e.name not in NOT_PROGRAMS]
    return [source for e in entries if (source := program(e, paths, report)) is not None]


def _fault(path: Path, root: Path) -> str | None:
    if path.is_symlink():
        if fault := link_fault(path, root):
            return fault
        real = path.resolve()
        # The path as walked holds every folder that was entered, so a circle shows in it.
        if any(parent.resolve() == real for parent in path.parents):
            return "a link to a folder it lies in"
    folder = path.is_dir()
    if not (folder or path.is_file()):
        return "neither a file nor a folder"
    if not os.access(path, os.R_OK | (os.X_OK if folder else 0)):
        return "cannot be read: permission denied"
    return None
