"""`judge import`: a package of another format becomes a native one in a new folder."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judging.core.diagnostics import error, errors_in
from judging.core.errors import PackageError, UsageError
from judging.core.problem import Problem
from judging.package import find_root, load, native
from judging.package.files.sources import hidden
from judging.transfer import archives
from judging.transfer.filesystem import claim_folder
from judging.transfer.kattis import current
from judging.transfer.new_package import Difference, NewPackage
from judging.transfer.polygon import problem_xml
from judging.transfer.polygon.importing import convert as convert_polygon


@dataclass(frozen=True, slots=True)
class ImportedPackage:
    """What came of an import: where it is, the package as it loads, and what it lacks."""

    out: Path
    problem: Problem
    differences: tuple[Difference, ...]


def import_package(package: Path, out: Path | None) -> ImportedPackage:
    """Writes the package in the zip file or folder `package` into the new folder `out`; without
    one, into a folder of the package's own name in the working folder.

    Raises UsageError where there is no such file or the place is taken, PackageError where it is
    no package or a zip file that is not safe to open.
    """
    if not (package.is_dir() or package.is_file()):
        missing = "neither a file nor a folder" if package.exists() else "no such file or folder"
        raise UsageError(f"{package}: {missing}")
    with _opened(package) as root:
        new = _converted(root)
        place = Path(_name(package)) if out is None else out
        if place.resolve().is_relative_to(root):
            raise UsageError(f"{place} lies inside the package {root}: name a place outside")
        claim_folder(place)
        new.write(place)
    return ImportedPackage(place, native.load(place), tuple(new.differences))


@contextlib.contextmanager
def _opened(package: Path) -> Iterator[Path]:
    """The folder that holds the package: of a zip file, one for a while."""
    if package.is_dir():
        yield _root(package.resolve(), package)
        return
    with tempfile.TemporaryDirectory(prefix="judge-import-") as folder:
        archives.unpack(package, Path(folder))
        yield _root(Path(folder).resolve(), package)


def _root(folder: Path, package: Path) -> Path:
    """The package in `folder`: the folder itself, or the only folder in it."""
    inner = [p for p in folder.iterdir() if p.is_dir() and not hidden(p.name)]
    places_to_look: list[Path] = [folder, *inner] if len(inner) == 1 else [folder]
    for place in places_to_look:
        if (place / problem_xml.NAME).is_file() or find_root(place) == place:
            return place
    message = (
        f"{package} is no package: expected {problem_xml.NAME} (Polygon) or problem.yaml "
        "(Kattis, ICPC), at its top or in its only folder"
    )
    raise PackageError([error(message)])


def _converted(root: Path) -> NewPackage:
    if (root / problem_xml.NAME).is_file():
        return convert_polygon(root)
    problem = load(root)
    if problem.format == native.NAME:
        raise UsageError(f"{root} is a native package already: `judge run --problem` judges it")
    if problem.broken:
        raise PackageError(errors_in(problem.diagnostics))
    return current.convert(problem, native.LAYOUT)


def _name(package: Path) -> str:
    return package.resolve().name.removesuffix(".zip")
