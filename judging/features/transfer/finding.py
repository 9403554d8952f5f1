"""Find the one package in a folder or in a zip file."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from judging.core.diagnostics import error, first_of
from judging.core.errors import PackageError
from judging.features.transfer import archives
from judging.features.transfer.formats import foreign_format_of, foreign_formats
from judging.files import temporary_folder
from judging.package import find_root, is_package
from judging.package.files.layout import hidden


@contextmanager
def unpacked_package(archive: Path) -> Iterator[Path]:
    """Unpack a zip file into a temporary folder; give the folder of its package.

    Raise PackageError if the zip file is not safe to unpack, or if it does not hold one
    package of a format that is judged as it is.
    """
    with temporary_folder("judge-package-") as temporary:
        # Some reports name a package without a name of its own after its folder.
        folder = temporary / archive.resolve().stem
        folder.mkdir()
        archives.unpack(archive, folder)
        root = find_one_package(folder, archive)
        if is_described(root):
            command = f"judge import {shlex.quote(str(archive))} NEW"
            message = f"{archive} has a package of another system: `{command}`"
            raise PackageError([error(message)])
        yield root


def find_one_package(folder: Path, package: Path) -> Path:
    """Return the package in `folder`, which came from `package`.

    That is the folder itself, or else what its only folder holds, at any depth: many
    archives have a folder, which has the package. Raise PackageError if that is none.
    """
    place = folder
    while not (is_described(place) or find_root(place) == place):
        inner = _folders(place)
        if len(inner) != 1:
            raise PackageError([error(_why_none(place, folder, package))])
        place = inner[0]
    return place


def is_described(folder: Path) -> bool:
    """Return True if the folder is a package of a format that only `judge import` reads."""
    return foreign_format_of(folder) is not None


def _why_none(place: Path, folder: Path, package: Path) -> str:
    """Return the message for a folder without a package at its top; name the packages
    below `place`, which is `folder` or in it. `folder` came from `package`."""
    below = sorted(_packages_below(place))
    if not below:
        markers = [f"{each.marker} ({each.system})" for each in foreign_formats()]
        return (
            f"no package in {package}: expected {', '.join(markers)} or problem.yaml "
            f"(Kattis, ICPC) at its top or in its only folder{_other_case(place)}"
        )
    names = [found.relative_to(folder).as_posix() for found in below]
    command = f"judge import {shlex.quote(str(package / names[0]))}"
    advice = f"import one, as in `{command}`"
    if package.is_file():
        advice = f"unpack it ({archives.unpacking(package)}) and name one of them"
    return f"{package} is no package; packages in it: {first_of(names)}; {advice}"


def _other_case(folder: Path) -> str:
    """Return a hint if a file has the name of a package's, but in other case."""
    known = [*(format.marker for format in foreign_formats()), "problem.yaml"]
    for name in sorted(path.name for path in folder.iterdir()):
        if name.lower() in known:
            return f"; {name} must be {name.lower()}, in lower case"
    return ""


def _packages_below(folder: Path) -> Iterator[Path]:
    """Yield the packages in the folder, and in those of its folders that are none: a
    contest has its problems there, a checkout of Library Checker one level further."""
    for place in _folders(folder):
        # Folders that only others may read say nothing about this one.
        with suppress(OSError):
            if is_described(place) or is_package(place):
                yield place
                continue
            for inner in _folders(place):
                if is_described(inner) or is_package(inner):
                    yield inner


def _folders(folder: Path) -> list[Path]:
    """Return the folders in a folder."""
    paths = folder.iterdir()
    return [path for path in paths if path.is_dir() and not hidden(path.name)]
