"""The formats that `judge import` reads and `judge export` writes.

Ours are listed here. Another Python package adds one by an entry point that names a
`ForeignFormat` or an `ExportFormat` (docs/plugins.md).
"""

import functools
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from judging import plugins
from judging.core.errors import UsageError
from judging.features.transfer import samples
from judging.features.transfer.kattis import current, domjudge, legacy
from judging.features.transfer.library_checker import importing as library_checker
from judging.features.transfer.library_checker.info import NAME as INFO_TOML
from judging.features.transfer.new_package import NewPackage
from judging.features.transfer.polygon import exporting, importing
from judging.features.transfer.polygon.problem_xml import NAME as PROBLEM_XML
from judging.values import Value

T = TypeVar("T")


class ForeignFormat(Value):
    """A format that only `judge import` reads.

    system: where such packages come from, for messages.
    marker: the file at the top of each of them: `problem.xml`.
    convert: converts the package in a folder. It raises PackageError if that is broken.
    """

    system: str
    marker: str
    convert: Callable[[Path], NewPackage]


class ExportFormat(Value):
    """A format that `judge export` writes.

    convert: converts a problem; it also gets the name of the new package and, if
        `renders` is set, `to_pdf`, which renders a statement.
    is_read: `judge` reads the format itself, as the system that gets the package will:
        what is made is checked before it is written.
    with_latex: the system reads the LaTeX of statements. So each picture in SVG gets a
        PDF beside it.
    named_by_folder: the format has rules for the name of a package's folder.
    """

    convert: Callable[..., NewPackage]
    is_read: bool = False
    with_latex: bool = False
    renders: bool = False
    named_by_folder: bool = False


_FOREIGN = (
    ForeignFormat("Polygon", PROBLEM_XML, importing.convert),
    ForeignFormat("Library Checker", INFO_TOML, library_checker.convert),
)
_EXPORT: Mapping[str, ExportFormat] = {
    "kattis-2025-09": ExportFormat(
        current.export, is_read=True, with_latex=True, named_by_folder=True
    ),
    "kattis-legacy": ExportFormat(legacy.export, is_read=True, with_latex=True),
    # DOMjudge shows `problem.pdf`.
    "domjudge": ExportFormat(domjudge.export, is_read=True, renders=True),
    "polygon": ExportFormat(exporting.export, with_latex=True),
    "samples": ExportFormat(samples.export),
}


# Cached: a search for packages asks in every folder, and entry points are files.
@functools.cache
def foreign_formats() -> tuple[ForeignFormat, ...]:
    """Return every format that only `judge import` reads, ours first."""
    group = plugins.IMPORT_FORMATS
    added = [_loaded(ForeignFormat, group, name) for name in plugins.names(group)]
    return (*_FOREIGN, *added)


def foreign_format_of(folder: Path) -> ForeignFormat | None:
    """Return the format of the package in a folder, if only `judge import` reads it."""
    for format in foreign_formats():
        if (folder / format.marker).is_file():
            return format
    return None


def export_formats() -> tuple[str, ...]:
    """Return the names of the formats that `judge export` writes, ours first."""
    return (*_EXPORT, *plugins.names(plugins.EXPORT_FORMATS))


def export_format(name: str) -> ExportFormat:
    """Return the format of this name, one of `export_formats`."""
    if name in _EXPORT:
        return _EXPORT[name]
    return _loaded(ExportFormat, plugins.EXPORT_FORMATS, name)


def _loaded(kind: type[T], group: str, name: str) -> T:
    value = plugins.load(group, name)
    if not isinstance(value, kind):
        raise UsageError(
            f"the plugin {name} ({group}): expected {kind.__name__}, found "
            f"{type(value).__name__}"
        )
    return value
