"""`judge import`: convert a package of another format to the native format."""

import shlex
from pathlib import Path

from judging.core.diagnostics import errors_in
from judging.core.errors import PackageError, UsageError
from judging.core.problem import Problem
from judging.features.transfer import archives
from judging.features.transfer.filesystem import new_folder, require_outside
from judging.features.transfer.finding import find_one_package
from judging.features.transfer.formats import foreign_format_of, foreign_formats
from judging.features.transfer.kattis import current
from judging.features.transfer.new_package import (
    ConversionNote,
    NewPackage,
    merge_similar,
)
from judging.files import temporary_folder
from judging.package import load, native
from judging.values import Value


class ImportedPackage(Value):
    """The new package in the folder `out`, as it loads, and notes on what differs."""

    out: Path
    problem: Problem
    notes: tuple[ConversionNote, ...]


def import_package(
    package: Path, out: Path | None, links_within: Path | None = None
) -> ImportedPackage:
    """Convert the package in a zip file or folder and write it to the new folder `out`.

    The default for `out` is a folder with the package's name in the working folder;
    `links_within` is as in `judging.package.load`. Raises UsageError if `package` does
    not exist or `out` is taken, PackageError if there is no package or the zip file is
    not safe to unpack.
    """
    if not package.exists():
        raise UsageError(f"{package}: no such file or folder")
    if not (package.is_dir() or package.is_file()):
        raise UsageError(f"{package}: neither a file nor a folder")
    markers = [format.marker for format in foreign_formats()]
    if package.is_file() and package.name in (*markers, "problem.yaml"):
        command = f"judge import {shlex.quote(str(package.parent))}"
        raise UsageError(f"{package} is one file of a package: `{command}`")
    with temporary_folder("judge-import-") as unpacked:
        source = package
        if package.is_file():
            archives.unpack(package, unpacked)
            source = unpacked
        root = find_one_package(source.resolve(), package)
        new = _convert(root, package, links_within)
        # The target is checked late: a package that is refused should say so first.
        folder = _default_folder(package) if out is None else out
        require_outside(folder, root)
        with new_folder(folder) as place:
            new.write(place)
    return ImportedPackage(folder, native.load(folder), tuple(merge_similar(new.notes)))


def _default_folder(package: Path) -> Path:
    """Return the folder in the working folder that has the package's name. Raises
    UsageError if it exists."""
    folder = Path(archives.without_ending(package.resolve().name))
    if folder.exists():
        raise UsageError(
            f"{folder} already exists: name a new folder, as in "
            f"`judge import {package} OUT`"
        )
    return folder


def _convert(root: Path, package: Path, links_within: Path | None) -> NewPackage:
    """Convert the package in the folder `root`, which came from `package`."""
    foreign = foreign_format_of(root)
    if foreign is not None:
        return foreign.convert(root)
    problem = load(root, links_within)
    if problem.format == native.NAME:
        raise UsageError(f"{package} is already a native package: no import is needed")
    if problem.broken:
        raise PackageError(errors_in(problem.diagnostics))
    new = NewPackage()
    current.convert(problem, native.LAYOUT, new)
    return new
