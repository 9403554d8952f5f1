"""ICPC and Kattis packages of all versions: legacy, its ICPC subset, the draft and 2025-09."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from judging.core.diagnostics import did_you_mean
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

NAME = "kattis"
_LEGACY = Dialect(
    "legacy",
    KATTIS_LEGACY,
    conventions.LEGACY,
    config.read_legacy,
    data_folder.LEGACY,
    other=KATTIS_2025_09,
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
    other=None,
)
VERSIONS: Mapping[str, Dialect] = {
    "legacy": _LEGACY,
    "legacy-icpc": replace(_LEGACY, name="legacy-icpc"),
    "2023-07": _DRAFT,
    "2023-07-draft": _DRAFT,
    "2025-09-draft": _CURRENT,
    "2025-09": _CURRENT,
}
# A folder with problem.yaml and one of these is a package.
_PARTS = {
    *("data", "submissions", "problem_statement", "statement"),
    *KATTIS_LEGACY.validator_folders,
    *KATTIS_2025_09.validator_folders,
}


def matches(directory: Path) -> bool:
    """Return True if `directory` has problem.yaml, or DOMjudge's file, and a package's folder."""
    if not any(
        entry_exists(directory / name)
        for name in (KATTIS_2025_09.config, domjudge_settings.INI)
    ):
        return False
    found = [part for part in _PARTS if (directory / part).is_dir()]
    # The problem folder of a native package looks the same.
    return bool(found) and not (found == ["data"] and native.matches(directory.parent))


def load(directory: Path, within: Path | None = None) -> Problem:
    dialect = partial(_dialect, directory)
    return loading.load(directory, KATTIS_2025_09.config, dialect, within, foreign=True)


def _dialect(directory: Path, document: Document | None) -> Dialect:
    key = "problem_format_version"
    stated = None if document is None else document.data.get(key)
    if document is None or stated is None:
        return _LEGACY
    version = str(stated)
    dialect = VERSIONS.get(version)
    if dialect is None:
        known = ", ".join(VERSIONS)
        message = f"expected one of {known}, found '{version}'{did_you_mean(version, VERSIONS)}"
        raise PackageError([document.location((key,)).error(message)])
    if dialect is not _DRAFT:
        return dialect
    data = directory / KATTIS_2025_09.data
    grouped = any(any(data.glob(f"{depth}{GROUP_FILE}")) for depth in ("", "*/", "*/*/"))
    groups = data_folder.CURRENT if grouped else data_folder.LEGACY
    return replace(dialect, layout=_draft_layout(directory), data=groups)


def _draft_layout(directory: Path) -> Layout:
    """Return the draft's layout: it began with the legacy folders and ended with 2025-09's."""
    old = KATTIS_LEGACY
    layout = replace(KATTIS_2025_09, more_input_validators=old.more_input_validators)
    if (directory / "problem_statement").is_dir():
        layout = replace(layout, statement=old.statement)
    if (directory / old.output_validator).is_dir():
        layout = replace(
            layout, output_validator=old.output_validator, several_validators=True
        )
    return layout
