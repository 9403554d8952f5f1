"""Find the packages of a contest, in the order of its list, else by name.

DOMjudge and BAPCtools define the lists, `problems.yaml` and `contest.yaml`. The keys
read are the contest's name and the list of problems, each with `id` (or `short-name`:
its folder) and `label` (or `letter`).
"""

from dataclasses import dataclass
from pathlib import Path

from judging.core.diagnostics import (
    Diagnostic,
    DiagnosticSink,
    did_you_mean,
    group_repeated,
    warning,
)
from judging.package import is_package
from judging.package.files.layout import CONTEST_FILES, hidden
from judging.package.yaml import documents
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table

_DEPTH = 4  # chosen, not measured: a home folder given by mistake is not searched whole


@dataclass(frozen=True, slots=True)
class Entry:
    """One problem of a contest; `folder` is relative to the contest's folder.

    `label` may be empty.
    """

    label: str
    folder: str
    root: Path


@dataclass(frozen=True, slots=True)
class Contest:
    name: str
    entries: tuple[Entry, ...]
    diagnostics: tuple[Diagnostic, ...]


def read(directory: Path) -> Contest:
    """Return the packages in and below `directory`, without loading them.

    Warn about those that the contest's list leaves out.
    """
    found: list[Diagnostic] = []
    name = directory.resolve().name
    entries: list[Entry] | None = None
    list_file = ""
    below = _packages_below(directory, _DEPTH)
    folders = [place.relative_to(directory).as_posix() for place in below]
    for file in CONTEST_FILES:
        path = directory / file
        if not path.is_file():
            continue
        document = documents.read(path, file, found.append, listed="problems")
        if document is None:
            continue
        name = _name(document) or name
        if not entries:
            list_file = file
            entries = _entries(document, directory, folders, found.append)
    if entries is None:
        entries = [Entry("", folder, directory / folder) for folder in folders]
    listed = {entry.folder for entry in entries}
    for folder in folders:
        if folder not in listed:
            found.append(warning(f"not in {list_file}, so not judged", folder))
    return Contest(name, tuple(entries), tuple(group_repeated(found)))


def _name(document: Document) -> str | None:
    for key in ("formal_name", "name", "title"):
        value = document.data.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _entries(
    document: Document, directory: Path, folders: list[str], report: DiagnosticSink
) -> list[Entry] | None:
    """Return the listed problems; None if the document has no list."""
    items = document.data.get("problems")
    if not isinstance(items, list):
        return None
    entries = []
    for index, item in enumerate(items):
        values = item if isinstance(item, dict) else {"id": item}
        table = Table(document, ("problems", index), values, report)
        key = "id" if table.has("id") else "short-name"
        folder = table.text(key)
        if folder is None:
            table.error((), "expected an id: the folder of a package")
        elif folder not in folders and not is_package(directory / folder):
            hint = did_you_mean(folder, folders)
            table.error(key, f"no package in the folder {folder}{hint}")
        else:
            label = table.values.get("label", table.values.get("letter"))
            text = "" if label is None else str(label)
            entries.append(Entry(text, folder, directory / folder))
    return entries


def _packages_below(directory: Path, depth: int) -> list[Path]:
    """Return the packages below `directory` by path, without packages in packages."""
    found: list[Path] = []
    for place in sorted(directory.iterdir()):
        # A link could lead anywhere, or in a circle.
        if hidden(place.name) or not place.is_dir() or place.is_symlink():
            continue
        if is_package(place):
            found.append(place)
        elif depth > 1:
            found += _packages_below(place, depth - 1)
    return found
