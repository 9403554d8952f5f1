"""ICPC and Kattis packages of all versions: legacy, legacy-icpc, the draft, 2025-09."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from judging.core.diagnostics import closest, did_you_mean
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package import loading, native
from judging.package.files.layout import (
    GROUP_FILE,
    KATTIS_2025_09,
    KATTIS_LEGACY,
    Layout,
)
from judging.package.files.sources import entry_exists
from judging.package.groups import data_folder
from judging.package.loading import Dialect
from judging.package.problem_yaml import config, domjudge_settings
from judging.package.submissions import conventions
from judging.package.yaml.documents import Document
from judging.values import replace

NAME = "kattis"
_LEGACY = Dialect(
    "legacy",
    KATTIS_LEGACY,
    conventions.LEGACY,
    config.read_legacy,
    data_folder.LEGACY,
    other=KATTIS_2025_09,
    first_is_main=True,
)
_CURRENT = Dialect(
    "2025-09",
    KATTIS_2025_09,
    conventions.KATTIS_2025_09,
    config.read_2025_09,
    data_folder.CURRENT,
    other=KATTIS_LEGACY,
)
_DRAFT = replace(
    _CURRENT,
    name="2023-07-draft",
    submissions=conventions.DRAFT,
    config=config.read_draft,
    # Both folders of validators belong to the draft: `_draft_layout` finds which.
    other=None,
)
VERSIONS: Mapping[str, Dialect] = {
    "legacy": _LEGACY,
    # A subset: what it lacks is not there to be read.
    "legacy-icpc": replace(_LEGACY, name="legacy-icpc"),
    # 2023-07-draft was completed and renamed to 2025-09; packages have either spelling.
    "2023-07": _DRAFT,
    "2023-07-draft": _DRAFT,
    "2025-09-draft": _CURRENT,
    "2025-09": _CURRENT,
}
# A folder with problem.yaml and one of these is a package.
_PARTS = {
    "data",
    "submissions",
    "problem_statement",
    "statement",
    *KATTIS_LEGACY.validator_folders,
    *KATTIS_2025_09.validator_folders,
}


def matches(directory: Path) -> bool:
    """Return True for a folder with problem.yaml, or DOMjudge's file, and a part."""
    configs = (KATTIS_2025_09.config, domjudge_settings.INI)
    if not any(entry_exists(directory / name) for name in configs):
        return False
    found = [part for part in _PARTS if (directory / part).is_dir()]
    # The problem folder of a native package looks the same.
    if found == ["data"] and native.matches(directory.parent):
        return False
    return bool(found)


def load(directory: Path, within: Path | None = None) -> Problem:
    dialect = partial(_dialect, directory)
    return loading.load(directory, KATTIS_2025_09.config, dialect, within, foreign=True)


def _dialect(directory: Path, document: Document | None) -> Dialect:
    """Return the dialect of the version that problem.yaml states."""
    key = "problem_format_version"
    stated = None if document is None else document.data.get(key)
    # One that cannot be read may state any version: the package's folders tell which.
    unread = document is None and entry_exists(directory / KATTIS_2025_09.config)
    if unread:
        return _CURRENT if _looks_current(directory) else _LEGACY
    if document is not None and stated is None:
        # A misspelt key is an error already: as legacy, the package would have many more.
        meant = document.data.get(closest(key, document.data))
        stated = meant if str(meant) in VERSIONS else None
    # A problem.yaml without a version is a legacy one, and so is a missing one.
    if document is None or stated is None:
        return _LEGACY
    version = str(stated)
    dialect = VERSIONS.get(version)
    if dialect is None:
        hint = did_you_mean(version, VERSIONS)
        message = f"expected one of {', '.join(VERSIONS)}, found '{version}'{hint}"
        raise PackageError([document.location((key,)).error(message)])
    if dialect is not _DRAFT:
        return dialect
    # The draft changed from testdata.yaml to test_group.yaml on its way to 2025-09.
    groups = data_folder.LEGACY
    if _has_group_files(directory):
        groups = data_folder.CURRENT
    return replace(dialect, layout=_draft_layout(directory), data=groups)


def _looks_current(directory: Path) -> bool:
    """Return True for a package with files that only 2025-09 has."""
    if any(directory.glob(KATTIS_2025_09.statement)):
        return True
    validator = directory / KATTIS_2025_09.output_validator
    return validator.is_dir() or _has_group_files(directory)


def _has_group_files(directory: Path) -> bool:
    data = directory / KATTIS_2025_09.data
    return any(any(data.glob(f"{depth}{GROUP_FILE}")) for depth in ("", "*/", "*/*/"))


def _draft_layout(directory: Path) -> Layout:
    """Return the draft's layout, which began as legacy and ended as 2025-09."""
    old = KATTIS_LEGACY
    layout = replace(KATTIS_2025_09, more_input_validators=old.more_input_validators)
    if (directory / "problem_statement").is_dir():
        layout = replace(layout, statement=old.statement)
    if (directory / old.output_validator).is_dir():
        layout = replace(
            layout, output_validator=old.output_validator, several_validators=True
        )
    return layout
