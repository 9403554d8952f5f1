"""Check the root of a package: which files and folders are missing, which unknown."""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from judging.core.diagnostics import Diagnostic, Severity, did_you_mean
from judging.package import language_factors
from judging.package.files.layout import (
    GRADERS,
    INPUT_VISUALIZER,
    OUTPUT_VISUALIZER,
    SETTINGS,
    Layout,
)
from judging.package.files.names import misspelt
from judging.package.files.sources import NOT_PROGRAMS, PackageFiles, entry_exists
from judging.package.problem_yaml import domjudge_settings
from judging.package.yaml.documents import as_warnings
from judging.values import replace

# Files and folders of any format, or of common tools, that have no effect on judging.
_KNOWN = (
    "attachments",
    "solution",
    "generators",
    "include",
    "static_validator",
    "answer_validators",
    "answer_validator",
    GRADERS,
    INPUT_VISUALIZER,
    OUTPUT_VISUALIZER,
    "visualizers",
    "problem_slide",
    # Inputs made by hand, which generators.yaml copies.
    "manual",
    *NOT_PROGRAMS,
    "LICENSE",
    "LICENSE.md",
    "LICENSE.txt",
    domjudge_settings.INI,
    SETTINGS,
    "statement",
    "problem_statement",
)
# Judging systems keep rendered statements at the root.
_RENDERED = (".pdf", ".html", ".md", ".txt", ".tex", ".svg")


_OTHER_SETTINGS = "judge.yml"

# Folders with the programs of a package in the other formats -> what they hold.
_PROGRAMS_ELSEWHERE = {
    "input_validator": "input validators",
    "input_validators": "input validators",
    "output_validator": "the checker",
    "output_validators": "the checker",
    "submissions": "submissions",
}


def _parts(files: PackageFiles, layout: Layout) -> set[str]:
    """Return the folders that a package of this format may have, relative to its root."""
    parts = {
        layout.data,
        layout.submissions,
        layout.answer_validators,
        layout.generators,
        INPUT_VISUALIZER,
        OUTPUT_VISUALIZER,
        "include",
        *layout.validator_folders,
    }
    if files.paths.foreign:
        # A native package has neither graders nor a folder of statements.
        parts |= {GRADERS, str(PurePosixPath(layout.statement).parent)}
    return parts


def _misspelt_part(files: PackageFiles, layout: Layout, folder: Path) -> str:
    """Return the part of the package that the name of a folder misspells, if the package
    lacks that part and the folder has files; else the empty string."""
    missing = []
    for part in sorted(_parts(files, layout)):
        place = files.paths.root / part
        if place.parent == folder.parent and not entry_exists(place):
            missing.append(place.name)
    close = misspelt(folder.name, missing)
    if not close or not folder.is_dir():
        return ""
    unheard = replace(files, report=lambda finding: None)
    return close if any(True for _ in unheard.files_under(folder)) else ""


def _misspelling(close: str) -> str:
    return f"not read; did you mean '{close}'? Rename the folder"


def _check_native_names(files: PackageFiles, layout: Layout) -> None:
    """Report the folders of a native package whose names are misspelt."""
    known = {files.paths.root / part for part in _parts(files, layout)}
    unheard = replace(files, report=lambda finding: None)
    for folder in (files.paths.root, files.paths.config.parent):
        for entry in unheard.children(folder):
            # The folders of other formats are errors already.
            if entry in known or entry.name in _PROGRAMS_ELSEWHERE:
                continue
            close = _misspelt_part(files, layout, entry)
            if close:
                files.error(entry, _misspelling(close))


def _check_native(files: PackageFiles, layout: Layout) -> None:
    """Report the folders and settings of other formats. Anything else may lie in the root, which is
    often that of a repository."""
    places = {
        "input validators": layout.input_validators,
        "the checker": layout.output_validator,
        "submissions": layout.submissions,
    }
    for name, what in _PROGRAMS_ELSEWHERE.items():
        folder = files.paths.root / name
        if folder.is_dir() and any(folder.iterdir()):
            where = f"this package has {layout.config}, and {what} in {places[what]}/"
            files.error(folder, f"two formats mixed: not read, because {where}")
    for folder in (files.paths.root, files.paths.config.parent):
        for name in (domjudge_settings.TIME_LIMIT, domjudge_settings.INI):
            if entry_exists(folder / name):
                message = (
                    f"not read: a native package has its settings in {layout.config}"
                )
                files.error(
                    folder / name, f"{message}; move them there, remove this file"
                )
    _check_own_settings(files, layout)
    _check_native_names(files, layout)


def _check_own_settings(files: PackageFiles, layout: Layout) -> None:
    """Report judge.yaml of a native package in the wrong place, or under another name."""
    folder = files.paths.config.parent
    misnamed = folder / _OTHER_SETTINGS
    if entry_exists(misnamed):
        files.error(misnamed, f"not read: call it {SETTINGS}")
    # The root is often that of a repository, where a file of this name may be another's.
    misplaced = files.paths.root / SETTINGS
    if language_factors.mentions_key(misplaced):
        files.error(misplaced, f"not read: move it to {layout.settings}")


def check(
    files: PackageFiles, layout: Layout, other: Layout | None, *, format_known: bool
) -> None:
    """Report missing statements, unknown entries and folders of the `other` format.

    format_known: False if problem.yaml cannot be read, so that `layout` is a guess.
    """
    root = files.paths.root
    folder = root / "static_validator"
    if folder.is_dir() and any(folder.iterdir()):
        # One that a group gives a score to is an error where the group is read.
        files.warning(folder, "not run: static validators are not supported")
    if format_known and not any(root.glob(layout.statement)):
        files.warning(root, f"no statement: expected {layout.statement}")
    if not files.paths.foreign:
        _check_native(files, layout)
        return
    own = {layout.config, layout.data, layout.submissions, *layout.validator_folders}
    others = set()
    if other is not None:
        others = other.validator_folders - own
    # Broken links to parts that judging reads are errors already.
    for entry in replace(files, report=as_warnings(files.report)).children(root):
        known = entry.name in own or entry.name in _KNOWN
        if entry.name in others and entry.is_dir():
            expected = f"expected only one of {layout.output_validator} and {entry.name}"
            files.error(entry, f"two formats mixed: {expected}")
        elif not known and not (entry.is_file() and entry.suffix in _RENDERED):
            _report_unknown(files, layout, entry, [*own, *_KNOWN])


def _report_unknown(
    files: PackageFiles, layout: Layout, entry: Path, known: Iterable[str]
) -> None:
    """Report a file or folder that nobody reads: an error if its name is misspelt."""
    severity = Severity.WARNING
    hint = did_you_mean(entry.name, known)
    message = f"not read: not part of this package format{hint}"
    close = _misspelt_part(files, layout, entry)
    if close:
        severity = Severity.ERROR
        message = _misspelling(close)
    left_out = (files.name(entry),) if _has_inputs(files, entry) else ()
    files.report(Diagnostic(severity, message, files.name(entry), left_out=left_out))


def _has_inputs(files: PackageFiles, entry: Path) -> bool:
    """Return True for the input of a test, and for a folder with such files."""
    unheard = replace(files, report=lambda finding: None)
    found = unheard.files_under(entry) if entry.is_dir() else [entry]
    return any(file.suffix == ".in" for file in found)
