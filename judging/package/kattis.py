"""ICPC and Kattis packages of every version: legacy and its ICPC subset, the draft, 2025-09."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from judging.core.diagnostics import did_you_mean, error
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package import native, package
from judging.package.files.layout import KATTIS_2025_09, KATTIS_LEGACY, Layout
from judging.package.files.sources import is_named
from judging.package.groups import testdata
from judging.package.package import Dialect
from judging.package.problem_yaml import config, domjudge
from judging.package.submissions import conventions
from judging.package.yaml import documents

NAME = "kattis"
_LEGACY = Dialect(
    "legacy",
    KATTIS_LEGACY,
    conventions.LEGACY,
    config.read_legacy,
    testdata.LEGACY,
    foreign=True,
    other=KATTIS_2025_09,
)
_CURRENT = Dialect(
    "2025-09",
    KATTIS_2025_09,
    conventions.KATTIS_2025_09,
    config.read_2025_09,
    testdata.CURRENT,
    foreign=True,
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
# One of these beside problem.yaml makes a package of it.
_PARTS = (
    "data",
    "submissions",
    "problem_statement",
    "statement",
    "input_validators",
    "input_format_validators",
    "output_validators",
    "output_validator",
)


def matches(directory: Path) -> bool:
    """True when `directory` has problem.yaml, or the file that DOMjudge takes instead, beside a
    folder of a package."""
    if not any(is_named(directory / name) for name in (KATTIS_2025_09.config, domjudge.INI)):
        return False
    found = [part for part in _PARTS if (directory / part).is_dir()]
    # The problem folder of a native package looks alike.
    return bool(found) and not (found == ["data"] and native.matches(directory.parent))


def load(directory: Path) -> Problem:
    """The package at `directory`. Raises PackageError where it cannot be read."""
    return package.load(directory, _dialect(directory))


def _dialect(directory: Path) -> Dialect:
    version = _version(directory)
    dialect = VERSIONS.get(version)
    if dialect is None:
        known = ", ".join(VERSIONS)
        message = f"expected one of {known}, found '{version}'{did_you_mean(version, VERSIONS)}"
        key = "problem_format_version"
        raise PackageError([error(message, KATTIS_2025_09.config, key=key)])
    if dialect is not _DRAFT:
        return dialect
    groups = testdata.CURRENT if _has_groups(directory) else testdata.LEGACY
    return replace(dialect, layout=_draft_layout(directory), data=groups)


def _version(directory: Path) -> str:
    path = directory / KATTIS_2025_09.config
    if not is_named(path):
        return "legacy"
    # What else is wrong with the file is said when it is read for good.
    document = documents.read(path, path.name, lambda finding: None, empty=True)
    stated = document.data.get("problem_format_version") if document else None
    return "legacy" if stated is None else str(stated)


def _draft_layout(directory: Path) -> Layout:
    """The draft began with the folders of the legacy format and ended with those of 2025-09."""
    old, new = KATTIS_LEGACY, KATTIS_2025_09
    layout = new
    if (directory / "problem_statement").is_dir():
        layout = replace(layout, statement=old.statement)
    if (directory / old.output_validator).is_dir():
        layout = replace(layout, output_validator=old.output_validator, several_validators=True)
    return replace(layout, more_input_validators=old.more_input_validators)


def _has_groups(directory: Path) -> bool:
    data = directory / KATTIS_2025_09.data
    return any(any(data.glob(f"{depth}test_group.yaml")) for depth in ("", "*/", "*/*/"))
