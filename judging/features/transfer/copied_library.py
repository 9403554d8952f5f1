"""The copy of the library `shapes` that a package needs where no judge runs its generators."""

from pathlib import Path

from judging.core.problem import Paths
from judging.features.transfer.filesystem import read_file, write_file
from judging.features.transfer.new_package import NewPackage
from judging.files import below
from judging.package.files.sources import readable_files
from judging.package.generators import shapes


def add_library(paths: Paths, folder: str, new: NewPackage) -> None:
    """Add a copy of the library to the generators of an export, in `folder`, if one of
    them imports it."""
    for name, content in _missing_files(paths):
        new.add(f"{folder}/{name}", content)


def write_library(paths: Paths) -> list[Path]:
    """Write a copy of the library beside the generators of a package; return its files.

    Write nothing if no generator imports the library, or if the package has a copy.
    """
    written = []
    for name, content in _missing_files(paths):
        file = paths.generators / name
        write_file(below(paths.root, file), content)
        written.append(file)
    return written


def _missing_files(paths: Paths) -> tuple[tuple[str, bytes], ...]:
    files = readable_files(paths.generators, paths)
    contents = [(name, read_file(path)) for name, path in files]
    return shapes.missing(contents)
