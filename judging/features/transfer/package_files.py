"""The files of an imported package: each is either used or reported as dropped."""

import re
from collections.abc import Collection
from pathlib import Path, PurePath, PurePosixPath

from judging.core.diagnostics import Diagnostic, error, first_of
from judging.features.transfer.filesystem import read_file
from judging.features.transfer.new_package import NewPackage
from judging.package.files.layout import (
    KATTIS_2025_09,
    KATTIS_LEGACY,
    added_by_system,
    hidden,
)
from judging.package.files.names import case_fault
from judging.package.files.sources import FILE_NAME, inside
from judging.values import Value, field

_NOT_IN_NAME = re.compile(r"[^a-zA-Z0-9_.-]")
# Packages allow 255. This leaves room for a number and an extension.
_MOST_CHARACTERS = 200
# The folders in which everything is a test or a part of a program.
_NAMED_BY_FORMATS = (
    KATTIS_2025_09.data,
    KATTIS_2025_09.submissions,
    KATTIS_2025_09.generators,
    KATTIS_2025_09.answer_validators,
    "include",
    *KATTIS_2025_09.validator_folders,
    *KATTIS_LEGACY.validator_folders,
)
# So many files are not all named.
_MANY = 4


class PackageFiles(Value):
    """The files below `root`, an absolute path without links. `taken` are the paths in use."""

    root: Path
    taken: set[str] = field(default_factory=set)

    def take(self, name: str) -> Path | None:
        """Return the file `name` and note that it is used; None if the package has no
        such file."""
        if not name:
            return None
        # Polygon writes some paths of problem.xml as Windows does.
        place = inside(self.root, self.root, name.replace("\\", "/"))
        if place is None or not place.is_file():
            return None
        self.taken.add(place.relative_to(self.root).as_posix())
        return place

    def read(self, name: str | None) -> bytes:
        """Take the file `name` and return its content; empty if the package has no such file."""
        path = self.take(name or "")
        if path is None:
            return b""
        return read_file(path)

    def files_in(self, folder: str) -> list[Path]:
        """Return the files directly in a folder, in order, without taking them."""
        place = inside(self.root, self.root, folder)
        if place is None or not place.is_dir():
            return []
        # A link could lead out of the package.
        return [p for p in sorted(place.iterdir()) if p.is_file() and not p.is_symlink()]

    def drop_rest(
        self, new: NewPackage, known: Collection[tuple[re.Pattern[str], str]]
    ) -> None:
        """Report the files that were not taken.

        Files that match a pattern of `known` share one note, which gives its reason. The
        others share one note for each folder.
        """
        together: dict[tuple[str, str], list[str]] = {}
        for path in self._all_files():
            name = path.as_posix()
            if name in self.taken or added_by_system(path):
                continue
            # A package may be a git work tree.
            if ".git" in path.parent.parts:
                continue
            why = _first_reason(name, known)
            if why:
                key = ("", why)
            else:
                folder = name.rpartition("/")[0]
                key = (folder, "native packages have no place for it")
            together.setdefault(key, []).append(name)
        for (_, why), names in sorted(together.items()):
            count = "" if len(names) < _MANY else f"{len(names)} files: "
            new.drop(count + first_of(names), why)

    def _all_files(self) -> list[PurePath]:
        """Return the path below `root` of everything that is no folder, folder by folder."""
        paths = [path for path in self.root.rglob("*") if not path.is_dir()]
        inner = [path.relative_to(self.root) for path in paths]
        return sorted(inner, key=lambda path: (path.parent.parts, path.name))


def _first_reason(name: str, known: Collection[tuple[re.Pattern[str], str]]) -> str:
    """Return the reason of the first pattern that matches; an empty string if none does."""
    for pattern, why in known:
        if pattern.fullmatch(name):
            return why
    return ""


def valid_name(name: str, taken: Collection[str] = ()) -> str:
    """Return a file name that packages allow, as close to `name` as possible and not in `taken`."""
    plain = _NOT_IN_NAME.sub("_", name)[:_MOST_CHARACTERS].lstrip(".-") or "_"
    stem, dot, extension = plain.partition(".")
    valid = plain
    number = 2
    while valid in taken or not FILE_NAME.fullmatch(valid):
        valid = f"{stem}_{number}{dot}{extension}"
        number += 1
    return valid


def names_not_allowed(new: NewPackage) -> list[Diagnostic]:
    """Return an error for each test and program that a Kattis format has no name for.

    Others skip such files, so that a contest would be judged on less. They are not renamed
    here: programs may open or include each other by name.
    """
    found: dict[str, None] = {}
    for path in new.files:
        parts = PurePosixPath(path).parts
        if len(parts) == 1 or parts[0] not in _NAMED_BY_FORMATS:
            continue
        for depth, part in enumerate(parts, 1):
            plain = part.replace("+", "_")  # servers allow a plus
            if not hidden(part) and not FILE_NAME.fullmatch(plain):
                found["/".join(parts[:depth])] = None
                break
    faults = []
    for path in found:
        name = PurePosixPath(path).name
        why = "the format does not allow this name, and other tools skip or refuse it"
        faults.append(
            error(f"{why}: rename it, for instance to {valid_name(name)}", path)
        )
    return faults


def names_that_fold(new: NewPackage) -> list[Diagnostic]:
    """Return an error for each folder with names that differ in case only: where case is
    ignored, one of two files replaces the other."""
    inner: dict[str, dict[str, None]] = {}
    for path in sorted(new.files):
        place = PurePosixPath(path)
        for folder in place.parents:
            inner.setdefault(str(folder), {})[place.name] = None
            place = folder
    faults = []
    for folder_name, names in inner.items():
        fault = case_fault(names)
        if fault:
            faults.append(error(fault, folder_name))
    return faults


def with_unix_line_ends(path: Path) -> bytes | Path:
    """Return a text with LF line ends if all of its line ends are CR LF, else the path itself."""
    content = read_file(path)
    count = content.count(b"\r\n")
    # A file that mixes line ends may mean its carriage returns: it stays as it is.
    if 0 < count == content.count(b"\n"):
        return content.replace(b"\r\n", b"\n")
    return path
