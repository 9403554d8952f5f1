"""Package formats: a directory becomes a `Problem` with everything that is wrong with it.

A format is a module with `NAME`, `matches(directory)` and `load(directory)`. To add one, write
the module and list it in `FORMATS`; formats of the 2025-09 family share `package.load`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from judging.core.diagnostics import error
from judging.core.errors import PackageError
from judging.core.problem import Problem
from judging.package import contest, kattis, native
from judging.package.contest import Contest
from judging.package.submissions.selection import outside_submissions, select

__all__ = [
    "FORMATS",
    "Contest",
    "Format",
    "find_root",
    "is_package",
    "load",
    "load_contest",
    "outside_submissions",
    "select",
]


class Format(Protocol):
    """What a module that reads one package format offers."""

    NAME: str

    def matches(self, directory: Path) -> bool:
        """True when `directory` looks like a package of this format."""

    def load(self, directory: Path) -> Problem:
        """The package at `directory`; raises PackageError where it cannot be read."""


# In order of precedence.
FORMATS: dict[str, Format] = {native.NAME: native, kattis.NAME: kattis}


def load(directory: Path) -> Problem:
    """The package at `directory`, whatever its format.

    Faults are in its `diagnostics`; raises PackageError where there is no package or too little
    of one to judge on.
    """
    for form in FORMATS.values():
        if form.matches(directory):
            return form.load(directory)
    message = (
        f"no problem.yaml: expected {native.LAYOUT.config} in {directory}; "
        "`judge new NAME` makes a package"
    )
    raise PackageError([error(message)])


def is_package(directory: Path) -> bool:
    """True when `directory` looks like a package of any format."""
    return any(form.matches(directory) for form in FORMATS.values())


def load_contest(directory: Path) -> Contest:
    """The packages in and below the folder `directory`; none of them is loaded yet."""
    return contest.read(directory, is_package)


def find_root(path: Path) -> Path | None:
    """The nearest folder at or above `path`, a file or folder, that is a package; else None."""
    place = Path(os.path.abspath(path))
    for directory in (place, *place.parents):
        if is_package(directory):
            return directory
    return None
