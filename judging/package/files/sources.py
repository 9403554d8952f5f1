"""List the files and programs in a package's folders without ever leaving the package."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from judging.core.diagnostics import Diagnostic, DiagnosticSink, Severity, error, warning
from judging.core.problem import Include, Paths, Source
from judging.core.templates import substitute_bytes

# Source: the 2025-09 format, general requirements.
FILE_NAME = re.compile(r"[a-zA-Z0-9_][a-zA-Z0-9_.-]{0,254}")
NOT_PROGRAMS = frozenset({"README", "README.md", "README.txt"})
_BAD_NAME = (
    "packages do not allow this name: use letters, digits and _ . - only, "
    "start with a letter, digit or _, and stay within 255 characters"
)
_SKIPPED = frozenset({"__pycache__"})


def severity_for(paths: Paths) -> Severity:
    """Return the severity of a fault that other tools accept.

    It is an error in a native package and a warning in a package for other tools.
    """
    return Severity.WARNING if paths.foreign else Severity.ERROR


def printable(text: str) -> str:
    """Return `text` with the characters that no UTF-8 file can hold written as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def hidden(name: str) -> bool:
    """Return True for a name that belongs to other tools: a dot file or a cache folder."""
    return name.startswith(".") or name in _SKIPPED


def is_header(name: str) -> bool:
    """Return True for a file that a program includes when it is built."""
    return name.endswith((".h", ".hh", ".hpp", ".hxx", ".inc"))


def entry_exists(path: Path) -> bool:
    """Return True if `path` exists, even as a broken symbolic link."""
    return os.path.lexists(path)


def link_fault(path: Path, root: Path) -> str | None:
    """Return why `path` does not resolve to a place in the package at `root`; None if it does."""
    try:
        real = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return "broken symbolic link"
    if not real.is_relative_to(root):
        return f"symbolic link that leaves the package, to {printable(str(real))}"
    return None


def children(folder: Path, paths: Paths, report: DiagnosticSink) -> list[Path]:
    """Return the readable files and folders in `folder`, sorted by name, without hidden ones.

    Report and leave out what a package may not hold: names outside `FILE_NAME`, broken or
    circular links, links that leave the package, unreadable and special files. A folder that does
    not exist is empty.
    """
    if not entry_exists(folder):
        return []
    try:
        names = sorted(os.listdir(folder))
    except OSError as failure:
        report(error(f"cannot list this folder: {failure.strerror}", paths.relative_path(folder)))
        return []
    found = []
    for name in names:
        if hidden(name):
            continue
        place = paths.relative_path(folder / name)
        if not FILE_NAME.fullmatch(name):
            report(Diagnostic(severity_for(paths), _BAD_NAME, printable(place)))
        elif fault := _fault(folder / name, paths.root):
            report(error(fault, place))
        else:
            found.append(folder / name)
    return found


def files_under(folder: Path, paths: Paths, report: DiagnosticSink) -> Iterator[Path]:
    """Yield every file under `folder`, at any depth, sorted by name; report faults."""
    for entry in children(folder, paths, report):
        if entry.is_dir():
            yield from files_under(entry, paths, report)
        else:
            yield entry


def inside(root: Path, base: Path, name: str) -> Path | None:
    """Return `base / name` if it is a file or folder inside the package at `root`, else None."""
    try:
        place = Path(os.path.normpath(base / name))
        found = place.resolve(strict=True).is_relative_to(root) and place.is_relative_to(root)
    except (OSError, ValueError, RuntimeError):
        # No such file, a name no file can have, or a circle of links.
        return None
    return place if found else None


def program(
    place: Path, paths: Paths, report: DiagnosticSink, *, language: str | None = None
) -> Source | None:
    """Return the program at `place`, a file or a folder; None if the folder holds no file."""
    if place.is_dir():
        files = tuple(
            (file.relative_to(place).as_posix(), file) for file in files_under(place, paths, report)
        )
    else:
        files = ((place.name, place),)
    return Source(paths.relative_path(place), files, language) if files else None


def programs(folder: Path, paths: Paths, report: DiagnosticSink) -> list[Source]:
    """Return each file and each folder directly inside `folder` as a program of its own."""
    entries = [e for e in children(folder, paths, report) if e.name not in NOT_PROGRAMS]
    return [source for e in entries if (source := program(e, paths, report)) is not None]


def included_files(paths: Paths, constants: Mapping[str, str], report: DiagnosticSink) -> Include:
    """Return the files under `include/` that are added to submissions, by language.

    Their constants are replaced.
    """
    found = {}
    for folder in children(paths.root / "include", paths, report):
        if not folder.is_dir():
            message = "not used: expected a folder include/default/ or include/LANGUAGE/"
            report(warning(message, paths.relative_path(folder)))
            continue
        found[folder.name] = tuple(
            (file.relative_to(folder).as_posix(), substitute_bytes(file.read_bytes(), constants))
            for file in files_under(folder, paths, report)
        )
    return found


def _fault(path: Path, root: Path) -> str | None:
    if path.is_symlink():
        if fault := link_fault(path, root):
            return fault
        real = path.resolve()
        # `path` names every folder that was entered, so a circle shows in it.
        if any(parent.resolve() == real for parent in path.parents):
            return "symbolic link to a folder around it"
    folder = path.is_dir()
    if not (folder or path.is_file()):
        return "neither a file nor a folder"
    if not os.access(path, os.R_OK | (os.X_OK if folder else 0)):
        return "cannot be read: permission denied"
    return None
