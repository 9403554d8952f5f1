"""Find the packages of a contest, in the order of its list, else by name.

DOMjudge and BAPCtools define the lists, `problems.yaml` and `contest.yaml`. The keys
read are the contest's name and the list of problems, each with `id` (or `short-name`:
its folder) and `label` (or `letter`). Other systems read more keys: the known ones are
accepted, and others are warnings, because they may be misspelt.
"""

import posixpath
from collections.abc import Collection, Iterable
from pathlib import Path

from judging.core.diagnostics import (
    Diagnostic,
    DiagnosticSink,
    did_you_mean,
    group_repeated,
    warning,
)
from judging.package import is_package, language_factors
from judging.package.files.layout import CONTEST_FILES, hidden
from judging.package.yaml import documents, kinds, tables
from judging.package.yaml.documents import Document
from judging.package.yaml.tables import Table
from judging.values import Value, replace

# Source: DOMjudge's ImportExportService (importProblemsData), the problem object of the
# CCS Contest API.
_PROBLEM_KEYS = (
    *("id", "short-name", "label", "letter", "name", "rgb", "color", "time_limit"),
    *("uuid", "ordinal", "memory_limit", "output_limit", "code_limit"),
    *("test_data_count", "max_score", "package", "statement", "attachments"),
)
# Source: ImportExportService (importContestData), the contest object of the CCS Contest
# API and of its older contest.yaml, BAPCtools' contest.yaml.
_CONTEST_KEYS = (
    *("problems", "name", "formal_name", "title"),
    *("id", "uuid", "short-name", "shortname", "duration", "penalty", "freeze"),
    *("start_time", "start-time", "end_time", "penalty_time", "penalty-time"),
    *("scoreboard_freeze_duration", "scoreboard-freeze-duration"),
    *("scoreboard-freeze-length", "scoreboard-freeze", "scoreboard_thaw_time"),
    *("scoreboard_type", "main_scoreboard_group", "countdown_pause_time"),
    *("activate_time", "deactivate_time", "unfreeze_time", "medals", "shadow"),
    *("warning_message", "warning-message", "banner", "logo", "location"),
    *("problemset", "contest_package", "default-clars", "clar-categories"),
    *("languages", "subtitle", "year", "author", "test_session", "testsession"),
    *("print_time_limit", "print_timelimit", "order", "api", "contest_id"),
    *("source", "source_url", "license", "rights_owner"),
)

_UNUSED = kinds.key(kinds.ANYTHING, "Contest systems read it; judge does not.")
_LABEL = kinds.key(
    kinds.either(kinds.ANY_TEXT, {"type": "integer"}), "The label of the problem."
)
_FOLDER = kinds.filled_key(kinds.TEXT, "The folder of the package in the contest.")
_PROBLEM = {
    **kinds.table(
        {
            **dict.fromkeys(_PROBLEM_KEYS, _UNUSED),
            "id": _FOLDER,
            "short-name": _FOLDER,
            "label": _LABEL,
            "letter": _LABEL,
        }
    ),
    "anyOf": [{"required": ["id"]}, {"required": ["short-name"]}],
}
_PROBLEMS = kinds.list_of(kinds.either(kinds.TEXT, _PROBLEM))
_NAME = kinds.key(kinds.ANYTHING, "The name of the contest.")
_DEPTH = 4  # a home folder given by mistake is not searched whole


def schema() -> kinds.Schema:
    """Return the schema of a whole file: `problems.yaml` may be a list alone."""
    problems = kinds.key(_PROBLEMS, "The problems, in the order of the contest.")
    contest = kinds.table(
        {
            **dict.fromkeys(_CONTEST_KEYS, _UNUSED),
            "problems": problems,
            **dict.fromkeys(("formal_name", "name", "title"), _NAME),
            language_factors.KEY: language_factors.schema(),
        }
    )
    return kinds.either(_PROBLEMS, contest)


class Entry(Value):
    """One problem of a contest; `folder` is relative to the contest's folder.

    `label` may be empty.
    """

    label: str
    folder: str
    root: Path


class Contest(Value):
    """A contest as its list states it.

    factors_unknown: the list states factors of time limits that cannot be read, so no
        package of the contest can be judged. An error says why.
    """

    name: str
    entries: tuple[Entry, ...]
    diagnostics: tuple[Diagnostic, ...]
    factors_unknown: bool = False


def read(directory: Path) -> Contest:
    """Return the packages in and below `directory`, without loading them.

    Warn about those that the contest's list leaves out.
    """
    found: list[Diagnostic] = []
    name = directory.resolve().name
    entries: list[Entry] | None = None
    list_file = ""
    factor_faults: list[Diagnostic] = []
    below = _packages_below(directory, _DEPTH)
    folders = [place.relative_to(directory).as_posix() for place in below]
    found += _lists_not_read(directory)
    for file in CONTEST_FILES:
        path = directory / file
        if not path.is_file():
            continue
        document = documents.read(
            path, file, found.append, listed="problems", empty=True
        )
        if document is None:
            continue
        if not document.data:
            found.append(warning("lists no problem: every package is taken", file))
            continue
        _check_keys_of_contest(document, found.append)
        factor_faults += _faults_of_factors(document)
        name = _name(document) or name
        if not entries:
            list_file = file
            entries = _entries(document, directory, folders, found.append)
        elif "problems" in document.data:
            found.append(warning(f"problems: not read: {list_file} lists them", file))
    if entries is None:
        entries = [Entry("", folder, directory / folder) for folder in folders]
    listed = {entry.folder for entry in entries}
    for folder in folders:
        if folder not in listed:
            found.append(warning(f"not in {list_file}, so not judged", folder))
    diagnostics = tuple(group_repeated([*found, *factor_faults]))
    return Contest(name, tuple(entries), diagnostics, bool(factor_faults))


def _lists_not_read(directory: Path) -> list[Diagnostic]:
    """Return a warning for each file that its author may take for the list."""
    found = []
    for name in CONTEST_FILES:
        other = Path(name).with_suffix(".yml").name
        if (directory / other).is_file():
            found.append(warning(f"not read: call it {name}", other))
    return found


def _check_keys_of_contest(document: Document, report: DiagnosticSink) -> None:
    """Warn of keys that neither a contest system nor a setter's tool is known to read."""
    known = (*_CONTEST_KEYS, language_factors.KEY)
    tables.top(document, report).as_warnings().check_keys(known)


def _faults_of_factors(document: Document) -> list[Diagnostic]:
    """Return why factors of languages cannot be read. Each package of the contest reads
    them by itself."""
    faults: list[Diagnostic] = []
    language_factors.of_table(tables.top(document, faults.append))
    return faults


def _name(document: Document) -> str | None:
    for key in ("formal_name", "name", "title"):
        value = document.data.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _entries(
    document: Document, directory: Path, folders: list[str], report: DiagnosticSink
) -> list[Entry] | None:
    """Return the listed problems; None if the document has no list.

    A problem that is not there, a folder or a label that is listed twice: errors, since
    a contest system would leave out a problem.
    """
    items = document.data.get("problems")
    if not isinstance(items, list):
        if items is not None:
            tables.top(document, report).expected("problems", "a list")
        return None
    problems = []
    for index, item in enumerate(items):
        values = item if isinstance(item, dict) else {"id": item}
        problems.append(Table(document, ("problems", index), values, report))
    _warn_of_unknown_keys(problems)
    entries: list[Entry] = []
    lines_of_folders: dict[str, int | None] = {}
    lines_of_labels: dict[str, int | None] = {}
    unlisted = set(folders) - {_listed_folder(table) for table in problems}
    for table in problems:
        folder = _checked_folder(table, directory, unlisted)
        if folder is None:
            continue
        line = table.location(()).line
        if folder in lines_of_folders:
            message = f"lists {folder} again: line {lines_of_folders[folder]} has it too"
            table.error(_folder_key(table), message)
            continue
        lines_of_folders[folder] = line
        label = _label(table)
        if label in lines_of_labels:
            message = f"the label {label} is taken by line {lines_of_labels[label]}"
            table.error(_label_key(table), message)
        elif label:
            lines_of_labels[label] = line
        entries.append(Entry(label, folder, directory / folder))
    return entries


def _folder_key(table: Table) -> str:
    return "id" if table.has("id") else "short-name"


def _label_key(table: Table) -> str:
    return "label" if "label" in table.values else "letter"


def _listed_folder(table: Table) -> str | None:
    """Return the folder that an item of the list names; None if it names none."""
    value = table.values.get(_folder_key(table))
    if not isinstance(value, str) or not value.strip():
        return None
    return posixpath.normpath(value)


def _checked_folder(
    table: Table, directory: Path, unlisted: Collection[str]
) -> str | None:
    """Return the folder of a listed problem; None, after a report, without a package.

    unlisted: the packages that the list does not name. One of them may be meant.
    """
    folder = _listed_folder(table)
    if folder is None:
        if table.has(_folder_key(table)):
            table.expected(_folder_key(table), "text: the folder of a package")
        else:
            table.error((), "expected an id: the folder of a package")
        return None
    if posixpath.isabs(folder) or folder.split("/")[0] == "..":
        # Exports and kept outputs go to a place of this name.
        table.error(_folder_key(table), f"{folder}: expected a folder in the contest")
        return None
    if is_package(directory / folder):
        return folder
    fault = f"there is no folder {folder} in the contest"
    if (directory / folder).is_dir():
        fault = f"the folder {folder} has no problem.yaml, so it is not a package"
    hint = did_you_mean(folder, sorted(unlisted))
    table.error(_folder_key(table), f"{fault}{hint}")
    return None


def _label(table: Table) -> str:
    key = _label_key(table)
    if key not in table.values:
        return ""
    value = table.values.get(key)
    if isinstance(value, (str, int)) and not isinstance(value, bool):
        return str(value).strip()
    table.as_warnings().expected(key, "text")
    return ""


def _warn_of_unknown_keys(problems: Iterable[Table]) -> None:
    """Warn of each unknown key once, where it is first: a list repeats its keys."""
    named: set[str] = set()
    for table in problems:
        fresh = {key: value for key, value in table.values.items() if key not in named}
        replace(table, values=fresh).as_warnings().check_keys(_PROBLEM_KEYS)
        named.update(fresh)


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
